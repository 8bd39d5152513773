#!/usr/bin/env bash
# blender.sh DIR: records flocks, exports them for Blender and as glTF, builds and
# imports them in Blender, compares the result with the CSV, and renders a picture of
# each into DIR, for a look by eye. $SKEIN and $BLENDER are the programs.
#
# On Debian: apt-get install blender python3-numpy. The glTF importer of Blender 3.4
# uses names that newer versions of numpy no longer have; blender.py adds them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
skein=${SKEIN:-skein}
blender=${BLENDER:-blender}
dir=${1:?usage: blender.sh DIR}

command -v "$blender" >/dev/null || { echo "blender.sh: $blender not found; install Blender 3.4 or later, or set BLENDER" >&2; exit 1; }
mkdir -p "$dir"
cd "$dir"

# quietly runs Blender and shows the end of its output if it fails.
quietly() {
	"$blender" -b "$@" >log.txt 2>&1 || { tail -n 20 log.txt >&2; exit 1; }
	grep -E '^(flock|glb|things): ' log.txt || true
}

"$skein" record murmuration --count 300 --seconds 4 -o orbit.mcap --force --quiet
"$skein" record "$here/wrapped.toml" --seconds 4 -o wrapped.mcap --force --quiet
"$skein" record "$here/hunted.toml" --seconds 4 -o hunted.mcap --force --quiet
"$skein" record "$here/moving.toml" --seconds 2 -o moving.mcap --force --quiet
for name in orbit wrapped hunted moving; do
	echo "$name"
	few=0-39
	case $name in hunted) few=30- ;; moving) few=0- ;; esac
	"$skein" export "$name.mcap" --to blender "$name" --force --quiet
	"$skein" export "$name.mcap" -o "$name.csv" --force --quiet
	quietly --factory-startup --python-exit-code 1 -P "$name/scene.py" -- --save "$name.blend" \
		--render "$name.png" --frame 60 --size 640x360 --samples 16
	quietly "$name.blend" --python-exit-code 1 -P "$here/blender.py" -- flock "$name.csv"

	"$skein" export "$name.mcap" -o "$name-few.glb" --boids "$few" --force --quiet
	"$skein" export "$name.mcap" -o "$name-few.csv" --boids "$few" --force --quiet
	quietly --factory-startup --python-exit-code 1 -P "$here/blender.py" -- glb "$name-few.csv" "$name-few.glb" "$name-glb.blend"
	quietly "$name-glb.blend" -o "$PWD/$name-glb-##.png" -F PNG -f 60
done
quietly moving.blend --python-exit-code 1 -P "$here/blender.py" -- things moving.csv
quietly moving-glb.blend --python-exit-code 1 -P "$here/blender.py" -- things moving.csv
echo "Look at the pictures in $PWD."
