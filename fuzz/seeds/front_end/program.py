4abcdefg
@d(1)
def f(a, *b, c: int = 1, **k) -> x:
    """doc
  string"""
    if a:
        return [i for i in b if i]
    elif c:
        pass
    else:
        with a as b, c:
            x = f"{a!r:>{c}}" \
                + 'y'
    try:
        yield a
    except (A, B) as e:
        raise
    finally:
        del a, b
class C(D): pass
match x:
    case [1, *_]: ...
