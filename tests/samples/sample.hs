{-# LANGUAGE ScopedTypeVariables #-}
module Sample (Shape (..), area, main) where

import qualified Data.Map as M
import Data.List (sortBy)

data Shape a = Round { radius :: a } | Flat a a
  deriving (Eq, Show)

class Area f where
  area :: f Double -> Double
  area _ = 0

instance Area Shape where
  area (Round r) = pi * r ^ 2
  area (Flat w h)
    | w > h = w * h
    | otherwise = negate h
    where
      unused = w

work :: (Ord k, Num v) => M.Map k v -> [k] -> IO ()
work table keys = do
  let n = length keys
      m = n + 1
  result <- traverse (\k -> pure (M.lookup k table)) keys
  case result of
    [] -> putStrLn "none"
    (Just _ : rest) | n > 1 -> do
      print (length rest)
      print m
    _ -> return ()
  if n > 2 then print n else print (-1)

main :: IO ()
main = work (M.fromList [(x, y) | x <- [1 .. 3], y <- [x .. 5], odd x]) [1, 2] >>= print . const 'c'
