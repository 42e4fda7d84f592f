3bcdefghint f( { return } #if
