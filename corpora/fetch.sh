#!/usr/bin/env bash
# Brings the packages that a language is learned from.
#
#   corpora/fetch.sh [LANGUAGE...]        default: all that corpora/*.txt name
#
# Each line of LANGUAGE.txt names a package: its registry (npm, pypi, debian, maven, go), its name there and, for a package
# that holds a source archive, the folders of that archive to unpack. What follows a # in a name tells apart what several
# languages take of one package. Packages are unpacked, never installed, below
# $REDUCE_TREE_CORPORA (default: ~/.cache/reduce-tree/corpora); those that are there already are left as they are.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${REDUCE_TREE_CORPORA:-${XDG_CACHE_HOME:-$HOME/.cache}/reduce-tree/corpora}

need() { # COMMAND PACKAGE
    command -v "$1" >/dev/null || { echo "fetch.sh: $1 is missing: install the package $2" >&2; exit 1; }
}

npm_package() { # NAME@VERSION FOLDER
    need npm npm
    npm pack --silent "$1" --pack-destination "$2" >/dev/null 2>&1
    tar -xzf "$2"/*.tgz -C "$2" --no-same-owner
    rm "$2"/*.tgz
}

pypi_package() { # NAME==VERSION FOLDER
    need python3 python3
    python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: --dest "$2" "$1"
    python3 -m zipfile -e "$2"/*.whl "$2"
    rm "$2"/*.whl
}

debian_package() { # NAME FOLDER [FOLDER-OF-ARCHIVE...]
    need apt-get apt
    need dpkg-deb dpkg
    local name=$1 folder=$2 archive
    shift 2
    (cd "$folder" && apt-get download --quiet=2 -o APT::Sandbox::User=root "$name")
    dpkg-deb -x "$folder"/*.deb "$folder"
    rm "$folder"/*.deb
    [ $# -gt 0 ] || return 0
    archive=$(find "$folder" -name '*.tar.*' -type f -printf '%s %p\n' | sort -n | tail -1 | cut -d' ' -f2-)
    tar -xf "$archive" -C "$folder" --no-same-owner --wildcards "${@/#/*/}"
    rm "$archive"
}

maven_package() { # GROUP:NAME:VERSION FOLDER
    need mvn maven
    need python3 python3
    mvn --quiet --batch-mode dependency:copy -Dartifact="$1:jar:sources" -DoutputDirectory="$2" >/dev/null
    python3 -m zipfile -e "$2"/*.jar "$2"
    rm "$2"/*.jar
}

go_package() { # MODULE@VERSION FOLDER
    need go golang
    (cd "$2" && GOPATH=$2/go GOFLAGS=-modcacherw go mod download "$1")
    rm -rf "$2"/go/pkg/mod/cache
}

cd "$here"
[ $# -gt 0 ] || set -- $(basename --suffix=.txt ./*.txt)
for language in "$@"; do
    [ -f "$language.txt" ] || { echo "fetch.sh: there is no corpora/$language.txt" >&2; exit 1; }
    while read -r registry package folders; do
        case $registry in '' | '#'*) continue ;; esac
        folder=$cache/$registry/${package//\//+}
        [ -d "$folder" ] && continue
        echo "$language: $registry $package"
        rm -rf "$folder.part"
        mkdir -p "$folder.part"
        # shellcheck disable=SC2086 # folders is a list
        "${registry}_package" "${package%%#*}" "$folder.part" $folders
        mv "$folder.part" "$folder"
    done <"$language.txt"
done
