#!/usr/bin/env bash
# alembic.sh DIR [ALEMBIC]: records flocks, exports them as Alembic, reads the files with Alembic's library,
# and compares every bird with a table of the same flight. $SKEIN is the program.
#
# ALEMBIC is a folder with include/Alembic and lib/libAlembic. Debian has no package of it. From its source:
# cmake -S alembic -B build -DALEMBIC_SHARED_LIBS=OFF -DUSE_TESTS=OFF && cmake --build build &&
# cmake --install build --prefix FOLDER (needs libimath-dev).
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
skein=${SKEIN:-skein}
dir=${1:?usage: alembic.sh DIR [ALEMBIC]}
alembic=$(cd "${2:-/usr}" && pwd)

[ -e "$alembic/include/Alembic/Abc/All.h" ] || { echo "alembic.sh: no Alembic in $alembic; build version 1.8 from its source" >&2; exit 1; }
mkdir -p "$dir"
cd "$dir"
imath=$(pkg-config --cflags --libs Imath)
# shellcheck disable=SC2086
c++ -std=c++17 -w -I"$alembic/include" -o read "$here/alembic.cpp" -L"$alembic/lib" -Wl,-rpath,"$alembic/lib" -lAlembic $imath -lpthread

"$skein" record murmuration --count 60 --seconds 2 -o orbit.mcap --force --quiet
"$skein" record "$here/hunted.toml" --seconds 2 -o hunted.mcap --force --quiet
"$skein" record "$here/wrapped.toml" --seconds 4 -o wrapped.mcap --force --quiet
for name in orbit hunted wrapped; do
	"$skein" export "$name.mcap" -o "$name.csv" --force --quiet
	"$skein" export "$name.mcap" -o "$name.abc" --force --quiet
	./read "$name.abc" >"$name.txt"
	python3 "$here/alembic.py" "$name.txt" "$name.csv"
done
