#!/bin/sh
# Installs the programs under test of bench/domains.py into ${REDUCE_TREE_DOMAINS:-$HOME/.cache/reduce-tree-domains} and
# compiles the harnesses. Needs a JDK of version 17, Maven, and Python 3.8 (PYTHON38, or python3.8) for wheels of these
# years. About 700 MB.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
home=${REDUCE_TREE_DOMAINS:-$HOME/.cache/reduce-tree-domains}
python=${PYTHON38:-python3.8}
mkdir -p "$home/jgrapht" "$home/closure"

artefact() { # artefact FOLDER GROUP:NAME:VERSION
    name=${2#*:}
    [ -e "$home/$1/$(echo "$name" | tr : -).jar" ] || mvn -q -B dependency:copy "-Dartifact=$2" "-DoutputDirectory=$home/$1"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Compiles a harness into a jar, with an archive of classes beside it, which halves the time that it takes to start.
harness() { # harness JAR CLASSPATH INPUT CHECK SOURCE...
    jar=$1 path=$2 input=$3 check=$4
    shift 4
    rm -rf "$work/classes"
    javac -nowarn -d "$work/classes" -cp "$path" "$here/Server.java" "$here/../../servers/java/ReduceTreeServer.java" "$@"
    jar cf "$jar" -C "$work/classes" .
    java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 "-XX:ArchiveClassesAtExit=${jar%.jar}.jsa" -cp "$jar:$path" \
        Harness $check "$input" >/dev/null 2>&1
}

artefact jgrapht org.jheaps:jheaps:0.11
python3 "$here/graphs/generate.py" 1 --weighted --nodes 30 --edges 90 >"$work/train.json"
for version in 0.9.2 1.1.0 1.3.0 1.4.0; do
    artefact jgrapht "org.jgrapht:jgrapht-core:$version"
    path=$home/jgrapht/jgrapht-core-$version.jar:$home/jgrapht/jheaps-0.11.jar
    harness "$home/jgrapht/harness-$version.jar" "$path" "$work/train.json" all \
        "$here"/graphs/*.java "$here/graphs/$version/Checks.java"
done

artefact closure com.google.javascript:closure-compiler:v20180204
python3 "$here/javascript/generate.py" 1 >"$work/train.js"
harness "$home/closure/harness-v20180204.jar" "$home/closure/closure-compiler-v20180204.jar" "$work/train.js" '' \
    "$here/javascript/Harness.java"

environment() { # environment NAME PACKAGE...
    name=$1
    shift
    [ -x "$home/$name/bin/python" ] || "$python" -m venv "$home/$name"
    "$home/$name/bin/pip" install -q --disable-pip-version-check --only-binary=:all: onnx==1.12.0 'protobuf<3.21' "$@"
}

environment onnxruntime-1.10.0 onnxruntime==1.10.0 numpy==1.21.6
environment onnxoptimizer-0.1.2 onnxoptimizer==0.1.2 onnxruntime==1.10.0 numpy==1.21.6
environment onnxoptimizer-0.2.7 onnxoptimizer==0.2.7 onnxruntime==1.12.1 numpy==1.21.6
environment openvino-2023.0.0 openvino==2023.0.0 onnxruntime==1.12.1 numpy==1.21.6
