#!/bin/sh
# The property test of the demo: the minifier still crashes on gallery.js in the current folder, in the same way.
"$TERSER" --compress -- gallery.js 2>&1 | grep -q "^ERROR: Cannot read propert.*toString"
