<abcdefg#!/bin/bash
set -euo pipefail
name=${1:-world} count=$((2 + 3 * ${#name}))
readonly LIMIT=3
list=(a "b c" $name)
greet() {
    local who=$1
    if [ -z "$who" ] || [[ $who == w* && ! -f /tmp/x ]]; then
        echo "no one" >&2
        return 1
    elif test "$count" -gt 2; then
        printf '%s\n' "hello, $who: ${list[@]}" | tr a-z A-Z
    else
        :
    fi
    cat <<EOF
Dear $who,
  $(date +%s) and `uname -s`
EOF
}
for word in "${list[@]}" x{1,2}y; do
    greet "$word" && count=$((count + 1)) || true
done
while read -r line; do
    case $line in
        a*|b) echo "starts: ${line%%:*}" ;;
        *) break ;;
    esac
done < <(ls -l "$HOME"/*.txt 2>/dev/null)
(cd / && ls) > /dev/null &
until [ $count -gt 100 ]; do count=$((count * 2)); done
trap 'rm -f "$tmp"' EXIT; export tmp=$(mktemp)
