#!/bin/sh
# Compares the time of a tick of skein with the time of a frame of Blender's boids, in one run and on
# one thread, because Blender uses only one for boids:
#   compare.sh SKEIN BLENDER [N...]
set -eu
skein=$1 blender=$2
shift 2
[ $# -gt 0 ] || set -- 1000 5000 20000
here=$(cd "$(dirname "$0")" && pwd)
numbers=$(echo "$*" | tr ' ' ,)
theirs=$("$blender" -b --factory-startup -P "$here/blender.py" -- "$@" 2>&1) ||
	{ echo "$theirs" >&2; exit 1; }
ours=$("$skein" bench -q --frames 0 --workers 1 --boids "$numbers" --json)
{ echo "$theirs" | grep '^boids '; echo "$ours" | tr ',{' '\n\n' | sed -n 's/.*"boids": *\([0-9]*\).*/n \1/p; s/.*"ms_per_tick": *\([0-9.e-]*\).*/ms \1/p'; } |
	awk -v version="$("$blender" --version | head -1)" '
	$1 == "boids" { theirs[$2] = $3; order[++n] = $2 }
	$1 == "n" { at = $2 }
	$1 == "ms" { ours[at] = $2 }
	END {
		printf "%8s  %14s  %8s  %6s   (ms, one thread)\n", "boids", version, "skein", "ratio"
		for (k = 1; k <= n; k++) {
			if (!(order[k] in ours)) { print "skein bench printed no time for " order[k] > "/dev/stderr"; exit 1 }
			printf "%8d  %14.2f  %8.3f  %6.0f\n", order[k], theirs[order[k]], ours[order[k]], theirs[order[k]] / ours[order[k]]
		}
		if (n == 0) exit 1
	}'
