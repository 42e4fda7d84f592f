4cdefghidef f(:
  x = (

 y
'''