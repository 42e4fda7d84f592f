from a import (b as c,
    d)
@decorator(1)
class Square(Base, metaclass=M):
    """doc"""
    count: int = 0
    async def area(self, scale=1.0, *rest, key=None, **more) -> float:
        for i, x in enumerate(rest):
            if x > 1 and not key:
                continue
            elif x == 1:
                break
            else:
                pass
        total = (scale
            + -1)
        with open(f"a{x!r}") as f, g:
            yield await f
        try:
            values = [y * 2 for y in rest if y]
        except (A, B) as e:
            raise C from e
        finally:
            del self.x
        while True: return lambda z: z if z else {"a": 1, **more}
