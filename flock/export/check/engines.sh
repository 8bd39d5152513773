#!/usr/bin/env bash
# engines.sh DIR: records flocks and exports them for Unity and Unreal Engine. It compiles the shaders
# and scripts of the folders with stand-ins for the engines, runs the code that reads the flight, and
# compares what it returns with tables of the same flight. assimp reads the mesh for Unity. The engines
# themselves do not run. $SKEIN is the program.
#
# On Debian: apt-get install mono-mcs glslang-tools clang assimp-utils.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
skein=${SKEIN:-skein}
dir=${1:?usage: engines.sh DIR}

for program in mcs mono glslangValidator clang++ assimp python3; do
	command -v "$program" >/dev/null || { echo "engines.sh: $program not found; install mono-mcs, glslang-tools, clang, assimp-utils and python3" >&2; exit 1; }
done
mkdir -p "$dir"
cd "$dir"

# hlsl NAME STAGE FILE: compiles one stage of an HLSL file.
hlsl() { glslangValidator -D -V --auto-map-bindings --auto-map-locations -I. -S "$2" -e "$1" -o "$1.spv" "$3" >log.txt || { cat log.txt >&2; exit 1; }; }

compile_unity() {
	awk '/ENDHLSL/ {on = 0} on; /HLSLPROGRAM/ {on = 1}' "$1/SkeinBird.shader" >SkeinPass.hlsl
	cp "$1/SkeinBird.hlsl" .
	echo 'float4x4 UNITY_MATRIX_VP;' >UnityCG.cginc
	hlsl vert vert SkeinPass.hlsl
	hlsl frag frag SkeinPass.hlsl
	mcs -langversion:latest -define:UNITY_EDITOR -warnaserror -out:unity.exe "$here/unity/Standin.cs" "$1/SkeinFlock.cs" "$1/Editor/SkeinImport.cs"
}

compile_unreal() {
	{
		echo 'float3 Pose(Texture2D Texels, float2 Place, float Phase, float Stance, float Weight, float Beat, float RowsPerPose, float Still) {'
		cat "$1/SkeinPose.ush"
		echo '} Texture2D Positions; float4 main(float2 Place : TEXCOORD1) : SV_Position { return float4(Pose(Positions, Place, 0.3, 1, 0.5, 8, 1, 1), 1); }'
	} >SkeinPose.hlsl
	hlsl main vert SkeinPose.hlsl
	local header
	for header in $(grep -ho '#include "[^"]*"' "$1"/SkeinFlock.* | cut -d'"' -f2 | grep -v '^SkeinFlock.h$'); do
		mkdir -p "headers/$(dirname "$header")"
		: >"headers/$header"
	done
	clang++ -std=c++17 -Wall -Wextra -Werror -include "$here/unreal/Standin.h" -Iheaders -I"$1" \
		-no-pie -Wl,--unresolved-symbols=ignore-all -o unreal "$1/SkeinFlock.cpp" "$here/unreal/main.cpp"
}

"$skein" record murmuration --count 60 --seconds 2 -o orbit.mcap --force --quiet
"$skein" record "$here/hunted.toml" --seconds 2 -o hunted.mcap --force --quiet
"$skein" record "$here/wrapped.toml" --seconds 4 -o wrapped.mcap --force --quiet
for name in orbit hunted wrapped; do
	"$skein" export "$name.mcap" -o "$name.csv" --force --quiet
	for engine in unity unreal; do
		"$skein" export "$name.mcap" --to $engine -o "$name-$engine" --force --quiet
		[ "$name" != orbit ] || compile_$engine "$name-$engine"
		python3 "$here/engines.py" $engine "$name-$engine" "$name.csv"
	done
	for mesh in "$name-unity"/*.dae; do
		assimp dump "$mesh" mesh.xml >log.txt || { cat log.txt >&2; exit 1; }
		python3 "$here/engines.py" mesh "$mesh" mesh.xml
	done
done
