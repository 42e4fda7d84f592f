#!/bin/bash
# The test that every tool gets: it counts, runs the case's test on the candidate in an empty folder, and keeps what is
# smaller than before. The candidate is the first argument, or in the folder where this runs, under the input's name.
#
#     tests      a line for each test that began
#     yeses      a line for each that said yes
#     smaller    for each that said yes to fewer bytes than all before: the time in seconds, its number, its bytes
#     kept/N     that text
place=@PLACE@ name=@NAME@ most=@MOST@
echo test >>"$place/tests"
number=$(wc -l <"$place/tests")
if [ "$number" -gt "$most" ]; then exit 1; fi
file=${1:-$name}
folder=$(mktemp -d "$place/run/XXXXXXXX") || exit 2
cp -- "$file" "$folder/$name" || exit 2
(cd "$folder" && exec @TEST@ "$name") </dev/null >/dev/null 2>&1
status=$?
if [ $status -eq 0 ]; then
    echo yes >>"$place/yeses"
    bytes=$(wc -c <"$file")
    if [ "$bytes" -lt "$(cat "$place/least")" ]; then
        cp -- "$file" "$place/kept/$number"
        echo "$bytes" >"$place/least"
        echo "$EPOCHREALTIME $number $bytes" >>"$place/smaller"
    fi
fi
rm -rf -- "$folder"
[ $status -eq 0 ]
