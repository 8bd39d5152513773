"""Times Blender's own boids, for compare.sh: blender -b --factory-startup -P blender.py -- N...

Each flock is a particle system with the physics "boids" and Blender's default rules
(separate, flock). The boids start at random places in a cube in which each has about 20
others within 3.5 m, as in skein bench. Prints a line for each flock: the number of boids
and the median time of a frame in ms.
"""

import math
import sys
import time

import bpy


def flock(count, frames):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    side = (count / 20 * 4 / 3 * math.pi * 3.5**3) ** (1 / 3)
    bpy.ops.mesh.primitive_cube_add(size=side, location=(0, 0, side))
    cube = bpy.context.object
    system = cube.modifiers.new("boids", "PARTICLE_SYSTEM").particle_system
    s = system.settings
    s.physics_type, s.count = "BOIDS", count
    s.frame_start, s.frame_end, s.lifetime = 1, 1, 10000
    s.emit_from, s.distribution = "VOLUME", "RAND"
    bpy.context.scene.frame_end = system.point_cache.frame_end = frames
    return cube


def alive(cube):
    seen = cube.evaluated_get(bpy.context.evaluated_depsgraph_get())
    return sum(p.alive_state == "ALIVE" for p in seen.particle_systems[0].particles)


def timed(count):
    start, frames = 5, max(10, min(60, 100000 // count))
    cube = flock(count, start + frames)
    times = []
    for frame in range(1, start + frames + 1):
        begun = time.perf_counter()
        bpy.context.scene.frame_set(frame)
        if frame > start:
            times.append(time.perf_counter() - begun)
    if alive(cube) != count:
        sys.exit(f"{alive(cube)} of {count} boids are alive")
    return 1000 * sorted(times)[len(times) // 2]


for n in map(int, sys.argv[sys.argv.index("--") + 1 :]):
    print(f"boids {n} {timed(n):.3f}", flush=True)
