2bcdefgh#!/usr/bin/env node
let a
let b = a
++b
return
/* c */ x: do y(); while (0) // d
<!-- html
<a b={c}>d</a>