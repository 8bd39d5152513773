# Compares what the code of an export for a game engine returns with a table of the same flight.
#
#   engines.py unity|unreal FOLDER TABLE.csv
#       runs ./unity.exe or ./unreal on each point cache, at whole frames and between them
#   engines.py mesh BIRD.dae DUMP.xml
#       compares what assimp read from a mesh with the file itself

import csv
import json
import math
import re
import subprocess
import sys


def unity(v):
    """Returns a vector in Unity's axes: x is negated (left-handed, Y up, m)."""
    return [-v[0], v[1], v[2]]


def unreal(v):
    """Returns a vector in Unreal's axes: y and z are exchanged (left-handed, Z up)."""
    return [v[0], v[2], v[1]]


def turned(q, v):
    """Rotates a vector by a quaternion x, y, z, w: the vector part of q v q*."""
    x, y, z, w = q
    m = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
         [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
         [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    return [sum(a * b for a, b in zip(row, v)) for row in m]


def flight(engine, folder, table):
    move, scale, program = {"unity": (unity, 1, ["mono", "unity.exe"]), "unreal": (unreal, 100, ["./unreal"])}[engine]
    rows = {}
    for row in csv.DictReader(open(table)):
        rows[int(row["frame"]), int(row["id"])] = row
    about = json.load(open(folder + "/flock.json"))
    worst_place = worst_axis = 0
    compared = between = 0
    for flock in about["flocks"]:
        last = about["frames"] - 1
        instants = [0, 1, 0.5, last // 2, last // 2 + 0.25, last]
        lines = subprocess.run(program + [folder + "/" + flock["cache"], str(len(flock["ids"]))] + [str(t) for t in instants],
                               check=True, capture_output=True, text=True).stdout.splitlines()
        if len(lines) != len(instants) * len(flock["ids"]):
            sys.exit(f"{folder}: {len(lines)} lines")
        for line in lines:
            at, i, *n = [float(x) for x in line.split()]
            id, first, share = flock["ids"][int(i)], int(at), at % 1
            a, b = (rows.get((about["first"] + f, id)) for f in (first, min(first + 1, last)))
            if (a is None) != (n[8] == 0):
                sys.exit(f"{folder}: bird {id} at {at} has size {n[8]}, but the table says otherwise")
            if a is None:
                continue
            if b is None or b["jumped"] == "1":
                share = 0
            place = [float(a["p" + c]) * (1 - share) + float((b or a)["p" + c]) * share for c in "xyz"]
            apart = math.dist(n[:3], [scale * c for c in move(place)])
            worst_place = max(worst_place, apart / scale)
            compared += 1
            if share:
                between += 1
                continue
            # The bird's nose is along its velocity through the air, and its back along u.
            nose = [float(a["air" + c]) for c in "xyz"]
            length = math.hypot(*nose)
            for own, world in (([0, 0, 1], [c / length for c in nose]), ([0, 1, 0], [float(a["u" + c]) for c in "xyz"])):
                worst_axis = max(worst_axis, math.dist(turned(n[3:7], move(own)), move(world)))
            if abs(n[7] - float(a["phase"])) > 1e-5:
                sys.exit(f"{folder}: bird {id} at {at} has the phase {n[7]}, want {a['phase']}")
    print(f"{engine} {folder}: {compared} birds, {between} between frames; at most {worst_place:.2g} m and {worst_axis:.2g} of an axis off")
    if worst_place > 1e-4 or worst_axis > 2e-3 or compared < 20 or not between:
        sys.exit(f"engines: {folder} differs from {table}")


def mesh(path, dump):
    """Compares the triangles and the second texture coordinates that assimp read with those in the file."""
    text, said = open(path).read(), open(dump).read()
    triangles = sum(int(n) for n in re.findall(r'<triangles material="[^"]*" count="(\d+)"', text))
    places = re.search(r'<float_array id="places-values"[^>]*>([^<]*)<', text).group(1).split()
    want = {(float(u), float(v)) for u, v in zip(places[::2], places[1::2])}
    faces, found, coloured = 0, set(), 0
    for one in re.findall(r"<Mesh types.*?</Mesh>", said, re.S):
        faces += int(re.search(r'<FaceList num="(\d+)"', one).group(1))
        second = re.search(r'<TextureCoords num="\d+" set="1"[^>]*>([^<]*)<', one).group(1).split()
        found |= {(float(u), float(v)) for u, v in zip(second[::2], second[1::2])}
        coloured += "<Colors" in one
    print(f"assimp {path}: {faces} triangles, {len(found)} vertices with a place")
    if faces != triangles or found != want or not coloured:
        sys.exit(f"engines: {path} has {triangles} triangles and {len(want)} places")


if sys.argv[1] == "mesh":
    mesh(*sys.argv[2:])
else:
    flight(*sys.argv[1:])
