#!/usr/bin/env bash
# godot.sh DIR: records flocks, exports them for Godot, imports them in Godot 3, draws frames with the
# camera of skein, and compares the birds' places with skein's own pictures of the same frames. All
# pictures stay in DIR, for a look by eye. $SKEIN is the program.
#
# On Debian: apt-get install godot3 godot3-server xvfb. Godot draws with OpenGL in software.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
skein=${SKEIN:-skein}
dir=${1:?usage: godot.sh DIR}
size=640x360

for program in godot3 godot3-server xvfb-run python3; do
	command -v "$program" >/dev/null || { echo "godot.sh: $program not found; install godot3, godot3-server, xvfb and python3" >&2; exit 1; }
done
rm -rf "$dir/project"
mkdir -p "$dir/project"
cd "$dir"
export HOME=$PWD # Godot writes its settings below $HOME

cp "$here/godot.gd" project/main.gd
cat >project/project.godot <<'END'
config_version=4
[application]
config/name="check"
run/main_scene="res://main.tscn"
[display]
window/size/width=64
window/size/height=64
END
cat >project/main.tscn <<'END'
[gd_scene load_steps=2 format=2]
[ext_resource path="res://main.gd" type="Script" id=1]
[node name="main" type="Node"]
script = ExtResource( 1 )
END

# import lets Godot's editor import the files of a folder. The editor of version 3.2 does not quit by
# itself, so import ends it when all files are there.
import() {
	rm -rf project/.import
	local want
	want=$(find "project/$1" -name '*.exr' -o -name '*.glb' | wc -l)
	godot3-server --path project --editor --quit >import.txt 2>&1 &
	local editor=$!
	for _ in $(seq 1200); do
		[ "$(find project/.import -name '*.md5' 2>/dev/null | wc -l)" -ge "$want" ] && break
		sleep 0.5
	done
	sleep 1
	kill "$editor" 2>/dev/null || true
	wait "$editor" 2>/dev/null || true
	[ "$(find project/.import -name '*.md5' | wc -l)" -ge "$want" ] || { tail -n 20 import.txt >&2; exit 1; }
}

# check NAME FRAME OTHER: compares a frame. The picture of the frame OTHER must differ.
check() {
	local name=$1 frame=$2 other=$3
	echo "$name"
	"$skein" export "$name.mcap" --to godot -o "project/$name" --force --quiet
	"$skein" export "$name.mcap" -o "$name.csv" --camera "$4" --size $size --force --quiet
	for f in "$frame" "$other"; do
		"$skein" render "$name.mcap" -o "$name-$f.png" --frames "$f" --camera "$4" --size $size --transparent --plain --force --quiet
	done
	import "$name"
	FOLDER=res://$name FRAMES=$frame CAMERA=$PWD/${name}_camera.csv SIZE=$size PICTURES=$PWD/$name-godot \
		timeout 600 xvfb-run -a godot3 --audio-driver Dummy --path project >log.txt 2>&1 || { tail -n 20 log.txt >&2; exit 1; }
	! grep -E 'SCRIPT ERROR|SHADER ERROR' log.txt || exit 1
	python3 "$here/silhouettes.py" textures "project/$name" log.txt
	python3 "$here/silhouettes.py" pictures "$name-godot-$frame.png" "$name-$frame.png" 0.97
	if python3 "$here/silhouettes.py" pictures "$name-godot-$frame.png" "$name-$other.png" 0.97 >/dev/null 2>&1; then
		echo "godot.sh: the comparison does not tell frame $frame from frame $other" >&2
		exit 1
	fi
	rm -rf "project/$name"
}

"$skein" record murmuration --count 120 --seconds 3 -o orbit.mcap --force --quiet
"$skein" record "$here/hunted.toml" --seconds 2 -o hunted.mcap --force --quiet
check orbit 60 66 follow
check hunted 45 15 follow
