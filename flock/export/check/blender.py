# Compares what Blender shows of an export with the CSV of the same recording:
# positions within 1e-4 m, headings and up-vectors, and the poses of the wings.
#
#   blender -b flock.blend -P blender.py -- flock run.csv
#       checks a scene that scene.py has built and saved
#   blender -b --factory-startup -P blender.py -- glb run.csv run.glb run.blend
#       imports a .glb, checks it, and saves it with a light and a camera as run.blend
#   blender -b any.blend -P blender.py -- things run.csv
#       checks the things of moving.toml, in a scene made by either way

import csv
import math
import os
import sys

import numpy

for kind in (bool, object, int, float):  # removed from newer numpy, but used by the importer of Blender 3.4
    if kind.__name__ not in vars(numpy):
        setattr(numpy, kind.__name__, kind)

import bpy
from mathutils import Vector

LIMITS = {"position": 1e-4, "heading": 1e-3, "up": 1e-3, "phase": 0.5 / 24 + 1e-3}


def table(path):
    """Reads a CSV file. Returns its rows by frame, then by id."""
    frames = {}
    with open(path) as file:
        for row in csv.DictReader(file):
            frames.setdefault(int(row["frame"]), {})[int(row["id"])] = {
                "position": vector(row, "p"), "heading": vector(row, "v").normalized(), "up": vector(row, "u"),
                "phase": float(row["phase"]), "time": float(row["time"]), "species": row["species"],
            }
    return frames


def vector(row, prefix):
    """Returns the vector in three columns of a row, in Blender's axes."""
    x, y, z = (float(row[prefix + axis]) for axis in "xyz")
    return Vector((x, -z, y))


def instances():
    """Returns the birds of a scene built by scene.py, by id: matrix, phase and species. The
    species of a single flock is "flock"."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    ids = {o.name: [v.value for v in o.data.attributes["boid"].data] for o in bpy.data.objects if "birds" in o.modifiers}
    birds = {}
    for instance in depsgraph.object_instances:
        if instance.is_instance and instance.parent and instance.parent.name in ids:
            species = instance.parent.name
            name, pose = instance.object.name.rsplit(" ", 1)
            count = len(bpy.data.collections[name + " poses"].objects) // 2  # each pose moves or is at rest
            moves = "velocity" in instance.object.data.attributes
            if moves == (int(pose) >= count):
                sys.exit(f"pose {pose} of {count} {'moves' if moves else 'does not move'}")
            birds[ids[species].pop(0)] = (instance.matrix_world.copy(), int(pose) % count / count, species)
    return birds


def nodes():
    """Returns the birds of an imported .glb, by id: matrix, None and species. The species
    of a single flock is "bird"."""
    depsgraph = bpy.context.evaluated_depsgraph_get()
    return {int(name[1]): (o.evaluated_get(depsgraph).matrix_world.copy(), None, name[0]) for o, name in imported()}


def imported():
    """Returns the objects of birds, each with its name split into species and id."""
    named = [(o, o.name.rsplit("_", 1)) for o in bpy.data.objects if o.type == "MESH"]
    return [(o, name) for o, name in named if len(name) == 2 and name[1].isdigit()]


def compare(birds, rows, worst):
    if set(birds) != set(rows):
        sys.exit(f"Blender shows birds {sorted(birds)[:5]}..., but the CSV has {sorted(rows)[:5]}...")
    several = len({row["species"] for row in rows.values()}) > 1
    for bird, (matrix, phase, species) in birds.items():
        want, turn = rows[bird], matrix.to_3x3()
        if several and species != want["species"]:
            sys.exit(f"bird {bird} has species {species} in Blender, but {want['species']} in the CSV")
        off = {
            "position": (matrix.translation - want["position"]).length,
            "heading": (turn @ Vector((0, -1, 0)) - want["heading"]).length,
            "up": (turn @ Vector((0, 0, 1)) - want["up"]).length,
        }
        if phase is not None:
            apart = abs(phase - want["phase"]) % 1
            off["phase"] = min(apart, 1 - apart)
        for what, by in off.items():
            worst[what] = max(worst.get(what, 0), by)


def check_flock(frames):
    scene, worst = bpy.context.scene, {}
    for frame in list(frames)[::max(1, len(frames) // 9)]:
        scene.frame_set(frame)
        compare(instances(), frames[frame], worst)
    return worst


def check_glb(frames, path, save):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    scene, worst = bpy.context.scene, {}
    scene.render.fps = 30
    bpy.ops.import_scene.gltf(filepath=path)
    start = min(row["time"] for rows in frames.values() for row in rows.values())
    first = None
    for frame in list(frames)[::max(1, len(frames) // 9)]:
        rows = frames[frame]
        at = (next(iter(rows.values()))["time"] - start) * scene.render.fps
        if first is None:
            first = blender_start(rows)
        scene.frame_set(math.floor(first + at + 1e-4), subframe=0)
        compare(nodes(), rows, worst)
    scene.frame_set(60)
    stage(scene)
    bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(save))
    return worst


def blender_start(rows):
    """Returns the frame at which the importer starts the clip: 0 or 1, depending on the
    version of Blender."""
    def off(frame):
        bpy.context.scene.frame_set(frame)
        worst = {}
        compare(nodes(), rows, worst)
        return worst["position"]
    return min((0, 1), key=off)


def stage(scene):
    """Adds a camera that sees all birds, and a sun."""
    birds = [o for o, _ in imported()]
    middle = sum((o.matrix_world.translation for o in birds), Vector()) / len(birds)
    reach = max((o.matrix_world.translation - middle).length for o in birds)
    scene.camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    scene.camera.location = middle + Vector((0, -1.6 * reach, 0.3 * reach))
    scene.camera.rotation_euler = (middle - scene.camera.location).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy = 4
    sun.rotation_euler = (0.8, 0.3, 0)
    scene.world = bpy.data.worlds.new("sky")
    scene.world.color = (0.4, 0.5, 0.7)
    scene.render.resolution_x, scene.render.resolution_y = 640, 360
    scene.render.engine, scene.cycles.samples, scene.cycles.use_denoising = "CYCLES", 16, False
    for o in (scene.camera, sun):
        scene.collection.objects.link(o)


def wanted(time):
    """Returns the boxes around the things of moving.toml at a time, in Blender's axes: two
    corners and a tolerance. An event at a tick takes effect in the next frame."""
    def around(x, y, z, dx, dy, dz):
        return (x - dx, y - dy, z - dz), (x + dx, y + dy, z + dz)

    ramp = min(max(time - 0.3, 0), 1)
    c, s = math.cos(math.pi / 6), math.sin(math.pi / 6)
    r = 4 + 4 * ramp
    if time < 0.52:
        tower = around(30, 0, 10, 3, 2, 10)
    elif time < 1.22:
        tower = around(40, -10, 10, 3, 2, 10)
    else:
        tower = around(40, -10, 10, 3 * c + 2 * s, 3 * s + 2 * c, 10)
    roof = (*tower[0][:2], 20), (*tower[1][:2], 20)
    return {
        "tower": (tower, 1e-3), "ball": (around(-40, 0, 5, r, r, r), 0.2), "home": (around(0, -40, 20 + 10 * ramp, 0, 0, 0), 0.4),
        "way": (((-60, 30, 20), (60, 40, 25)), 1e-3), "roof": (roof, 0.5),
    }


def check_things():
    scene, worst, start = bpy.context.scene, {"things": 0}, None
    for time in (0, 0.4, 0.5, 17 / 30, 0.8, 1.2, 38 / 30, 1.9):
        if start is None:  # first frame of the clip
            start = 0 if any(o.name.startswith("bird_") for o in bpy.data.objects) else 1
        frame = start + round(time * 30)
        scene.frame_set(frame)
        graph = bpy.context.evaluated_depsgraph_get()
        for name, ((low, high), slack) in wanted(time).items():
            o = bpy.data.objects[name].evaluated_get(graph)
            corners = [o.matrix_world @ Vector(c) for c in o.bound_box] if o.type != "EMPTY" else [o.matrix_world.translation]
            if name == "tower" or name == "roof":
                corners = [o.matrix_world @ v.co for v in o.data.vertices]
            for k in range(3):
                off = max(abs(min(c[k] for c in corners) - low[k]), abs(max(c[k] for c in corners) - high[k]))
                if off > slack:
                    sys.exit(f"things: {name} at {time:.2f} s is {off:.3f} m off along axis {k}")
                worst["things"] = max(worst["things"], off)
    return worst


def main():
    kind, path, *rest = sys.argv[sys.argv.index("--") + 1:]
    if kind == "things":
        worst = check_things()
        print(f"things: all in the expected places, at most {worst['things']:.2f} m off")
        return
    frames = table(path)
    worst = check_flock(frames) if kind == "flock" else check_glb(frames, *rest)
    bad = [what for what, by in worst.items() if not by <= LIMITS[what]]
    print(f"{kind}: " + ", ".join(f"{what} {by:.1e}" for what, by in worst.items()))
    if bad:
        sys.exit(f"{kind}: errors above the limit: {', '.join(bad)}")


main()
