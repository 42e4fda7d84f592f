local limit <const> = 3
local Square = {}
Square.__index = Square
function Square.new(side, ...)
  local self = setmetatable({ side = side, ["name"] = "a", 1, 2; 3 }, Square)
  return self, ...
end
function Square:area(scale)
  if scale > 2 and not self.side then
    return scale * -1
  elseif scale == 1 then
    goto done
  else
    error("bad " .. tostring(scale))
  end
  for i = 1, limit do print(i) end
  for key, value in pairs(self) do if key ~= "x" then break end end
  while scale < 10 do scale = scale * 2 end
  repeat local x = scale - 1 until x < 0
  ::done::
  return #"a" + #[[long]] + self:area(1) // 2
end
local f = function(a, b) return a ^ b, a .. b end
print(f(1, 2), Square.new(1):area("x"), ({ f = f }).f)
-- a comment
