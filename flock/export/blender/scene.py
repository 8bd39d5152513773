# Builds a flock recorded by skein in Blender 3.4 and later: birds as instances with
# beating wings, the camera, the sun, the ground and the sky.
#
#   blender -b -P scene.py -- --save flock.blend
#   blender -b -P scene.py -- --render picture.png --frame 100 --size 1280x720
#   blender -b -P scene.py -- --render shot/####.png
#
# Or open this file in Blender's text editor and run it. It adds a new scene. Modifiers
# alone move the birds: a Mesh Cache modifier plays motion.pc2, so no script runs while
# the saved file plays.

import argparse
import array
import json
import math
import os
import re
import sys

import bpy
from mathutils import Vector


class Failure(Exception):
    pass


def folder():
    """Returns the folder of this script and its data."""
    text = getattr(bpy.context.space_data, "text", None)
    here = bpy.path.abspath(text.filepath) if text and text.filepath else os.path.abspath(__file__)
    return os.path.dirname(here)


DIR = folder()
FILMIC = 0.8  # stops by which Blender's tone curve is darker than skein's
SUN_RADIUS = math.radians(0.27)


def numbers(name, kind="f"):
    """Reads the 32-bit little-endian numbers in a file."""
    values = array.array(kind)
    path = os.path.join(DIR, name)
    with open(path, "rb") as file:
        values.frombytes(file.read())
    if sys.byteorder == "big":
        values.byteswap()
    return values


# --- expressions as nodes -----------------------------------------------------


class Tree:
    """Makes nodes of a node tree and links them."""

    def __init__(self, nodes):
        self.tree = nodes

    def add(self, kind, inputs=(), **settings):
        node = self.tree.nodes.new(kind)
        for name, value in settings.items():
            setattr(node, name, value)
        for name, value in dict(inputs).items():
            self.put(self.input(node, name), value)
        return node

    def input(self, node, name):
        if isinstance(name, int):
            return node.inputs[name]
        return socket(node.inputs, name)

    def put(self, to, value):
        if isinstance(value, bpy.types.NodeSocket):
            self.tree.links.new(value, to)
        elif value is not None:
            to.default_value = value

    def math(self, operation, *values):
        return self.add("ShaderNodeMath", enumerate(values), operation=operation).outputs[0]

    def vector(self, operation, *values, output=0):
        """Returns the result, which DOT_PRODUCT has in output 1."""
        node = self.add("ShaderNodeVectorMath", enumerate(values), operation=operation)
        return node.outputs[output]

    def dot(self, a, b):
        return self.vector("DOT_PRODUCT", a, b, output=1)

    def mix(self, a, b, share):
        """Mixes the constants a and b."""
        way = [q - p for p, q in zip(a, b)]
        return self.vector("MULTIPLY_ADD", way, share, a)


def socket(sockets, name, kind=None):
    """Returns the socket with a name; a node may have one for each type of value."""
    for s in sockets:
        if s.name == name and (kind is None or s.type == kind):
            return s
    raise Failure(f"this Blender's node {sockets[0].node.bl_idname} has no {name}")


def shader_tree(owner):
    """Returns the nodes of a new material or world, after removing the default ones."""
    if not owner.node_tree:  # before Blender 5.0
        owner.use_nodes = True
    owner.node_tree.nodes.clear()
    return Tree(owner.node_tree)


# --- the bird -------------------------------------------------------------------


def bird_poses(about):
    """Makes a collection with an object for each pose of the wingbeat. If the rate of the wingbeat is
    known, the poses move, and the collection then has an object at rest for each pose, too."""
    name, file = about.get("species", about["bird"]), about["prefix"] + "bird.f32"
    collection = bpy.data.collections.new(name + " poses")
    data, whole = numbers(file), numbers(file, "I")
    parts, at = [], 0

    def take(n, source=data):
        nonlocal at
        at += n
        return source[at - n:at]

    for part in about["parts"]:
        n = part["vertices"]
        part["index"] = take(part["indices"], whole)
        part["uv"] = take(2 * n) if part["uv"] else None
        part["colours"] = take(4 * n) if part["colours"] else None
        part["poses"] = [(take(3 * n), take(3 * n)) for _ in range(about["poses"])]
        part["made"] = material(part, about.get("light"))
        parts.append(part)
    count = about["poses"]
    for k in range(2 * count if about["beats"] else count):
        mesh = pose_mesh(f"{name} {k:02d}", parts, k % count)
        if about["beats"] and k < count:
            move(mesh, parts, k, count, about["beats"])
        collection.objects.link(bpy.data.objects.new(mesh.name, mesh))
    return collection


def move(mesh, parts, pose, count, rate):
    """Gives a pose the velocities (m/s) that Cycles needs for motion blur: those in a wingbeat at the given rate."""
    before, after = ([x for part in parts for x in part["poses"][k % count][0]] for k in (pose - 1, pose + 1))
    scale = rate * count / 2
    attribute = mesh.attributes.new("velocity", "FLOAT_VECTOR", "POINT")
    attribute.data.foreach_set("vector", [(b - a) * scale for a, b in zip(before, after)])


def pose_mesh(name, parts, pose):
    positions, normals, index, slots = [], [], [], []
    for slot, part in enumerate(parts):
        first = len(positions) // 3
        positions.extend(part["poses"][pose][0])
        normals.extend(part["poses"][pose][1])
        index.extend(i + first for i in part["index"])
        slots.extend([slot] * (len(part["index"]) // 3))
    mesh = bpy.data.meshes.new(name)
    triples = [tuple(values[i:i + 3]) for values in (positions, index, normals) for i in range(0, len(values), 3)]
    n, f = len(positions) // 3, len(index) // 3
    mesh.from_pydata(triples[:n], [], triples[n:n + f])
    for part in parts:
        mesh.materials.append(part["made"])
    mesh.polygons.foreach_set("material_index", slots)
    mesh.polygons.foreach_set("use_smooth", [True] * f)
    corners = [v for polygon in mesh.polygons for v in polygon.vertices]
    if any(part["uv"] for part in parts):
        layer = mesh.uv_layers.new(name="UVMap")
        flat = [x for part in parts for x in part["uv"] or [0.0] * (2 * part["vertices"])]
        layer.data.foreach_set("uv", [flat[2 * v + k] for v in corners for k in (0, 1)])
    if any(part["colours"] for part in parts):
        colours = mesh.attributes.new("Colour", "FLOAT_COLOR", "POINT")
        colours.data.foreach_set("color", [x for part in parts for x in part["colours"] or [1.0] * (4 * part["vertices"])])
    if hasattr(mesh, "use_auto_smooth"):  # before Blender 4.1
        mesh.use_auto_smooth = True
    mesh.normals_split_custom_set_from_vertices(triples[n + f:])
    mesh.validate()
    return mesh


def material(part, light):
    made = bpy.data.materials.new(part["material"] or "bird")
    made.use_backface_culling = not part["two_sided"]
    t = shader_tree(made)
    base = part["base"]
    colour, alpha = list(base[:3]), base[3]
    if part["colours"]:
        own = t.add("ShaderNodeAttribute", attribute_name="Colour")
        colour, alpha = t.vector("MULTIPLY", own.outputs["Color"], colour), t.math("MULTIPLY", own.outputs["Alpha"], alpha)
    if part["texture"]:
        image = bpy.data.images.load(os.path.join(DIR, part["texture"]), check_existing=True)
        pixels = t.add("ShaderNodeTexImage", image=image, extension=part["extend"],
                       interpolation="Closest" if part["nearest"] else "Linear")
        colour = t.vector("MULTIPLY", pixels.outputs["Color"], colour)
        alpha = t.math("MULTIPLY", pixels.outputs["Alpha"], alpha)
    if part["cutoff"] > 0:
        alpha = t.math("GREATER_THAN", alpha, part["cutoff"])
    see_through = part["cutoff"] > 0 or part["blend"]
    if hasattr(made, "blend_method"):
        made.blend_method = "BLEND" if part["blend"] else "CLIP" if see_through else "OPAQUE"
    if part["unlit"]:
        surface = t.add("ShaderNodeEmission")
    else:
        surface = t.add("ShaderNodeBsdfPrincipled", {"Roughness": 0.85})
        for name in ("Specular", "Specular IOR Level"):  # up to 3.6, from 4.0
            if name in surface.inputs:
                surface.inputs[name].default_value = 0.2
    t.put(surface.inputs[0], colour if isinstance(colour, bpy.types.NodeSocket) else colour + [1])
    shader = in_air(t, surface.outputs[0], light)
    if see_through:
        clear = t.add("ShaderNodeBsdfTransparent").outputs[0]
        shader = t.add("ShaderNodeMixShader", {0: alpha, 1: clear, 2: shader}).outputs[0]
    t.add("ShaderNodeOutputMaterial", {"Surface": shader})
    return made


# --- the flock ------------------------------------------------------------------


def flocks(about):
    """Returns the description of each flock. The top level of scene.json describes a single flock."""
    if "flocks" not in about:
        return [{**about, "name": "flock", "prefix": ""}]
    return [{**about, **own, "name": own["species"]} for own in about["flocks"]]


def home(about, scene):
    """Returns the collection for a flock's objects: the scene's, or one per species."""
    if "species" not in about:
        return scene.collection
    made = bpy.data.collections.new(about["species"])
    scene.collection.children.link(made)
    return made


def cached(name, points, file, about, interpolation):
    """Makes an object of points that a point cache moves."""
    mesh = bpy.data.meshes.new(name)
    mesh.vertices.add(points)
    made = bpy.data.objects.new(name, mesh)
    cache = made.modifiers.new("recording", "MESH_CACHE")
    cache.cache_format = "PC2"
    cache.filepath = os.path.join(DIR, about["prefix"] + file)
    cache.interpolation = interpolation
    cache.time_mode = "FRAME"
    cache.play_mode = "SCENE"
    cache.deform_mode = "OVERWRITE"
    cache.frame_start = about["first"]
    return made


def flock(about, scene):
    ids, name = about["ids"], about["name"]
    n = len(ids)
    birds = cached(name, n, "motion.pc2", about, "LINEAR")
    # These two do not change between frames. So a bird has one pose while the shutter
    # is open, and a bird that jumps stays where it was.
    still = cached(name + " at frames", n, "motion.pc2", about, "NONE")
    wings = cached(name + " wings", n + (n + 2) // 3, "wings.pc2", about, "NONE")
    numbered = birds.data.attributes.new("boid", "INT", "POINT")
    numbered.data.foreach_set("value", ids)
    collection = home(about, scene)
    for made in (birds, still, wings):
        collection.objects.link(made)
    for made in (still, wings):
        made.hide_select = True
    modifier = birds.modifiers.new("birds", "NODES")
    modifier.node_group = birds_group(n, still, wings, bird_poses(about), about)
    return birds


def group():
    """Makes a group of geometry nodes; returns it with its input and output."""
    made = bpy.data.node_groups.new("birds", "GeometryNodeTree")
    if hasattr(made, "is_modifier"):  # from Blender 4.0, where only such groups are listed as modifiers
        made.is_modifier = True
    if hasattr(made, "interface"):  # from Blender 4.0
        made.interface.new_socket("Geometry", in_out="INPUT", socket_type="NodeSocketGeometry")
        made.interface.new_socket("Geometry", in_out="OUTPUT", socket_type="NodeSocketGeometry")
    else:
        made.inputs.new("NodeSocketGeometry", "Geometry")
        made.outputs.new("NodeSocketGeometry", "Geometry")
    t = Tree(made)
    return t, t.add("NodeGroupInput").outputs[0], t.add("NodeGroupOutput").inputs[0]


def sized(t, about):
    """Animates the size of birds whose wingspan changes."""
    if not about["sizes"]:
        return None
    value, size = t.add("ShaderNodeValue").outputs[0], 1.0
    for frame, next_size in [(about["first"], size)] + about["sizes"]:
        for at, value.default_value in ((frame - 0.51, size), (frame - 0.49, next_size)):
            value.keyframe_insert("default_value", frame=at)
        size = next_size
    return value


def birds_group(n, still, wings, poses, about):
    count = about["poses"]
    t, points, result = group()
    index = t.add("GeometryNodeInputIndex").outputs[0]
    position = t.add("GeometryNodeInputPosition").outputs[0]

    def sample(of, at):
        geometry = socket(t.add("GeometryNodeObjectInfo", {"Object": of}).outputs, "Geometry")
        node = t.add("GeometryNodeSampleIndex", data_type="FLOAT_VECTOR", domain="POINT")
        t.put(node.inputs["Geometry"], geometry)
        t.put(socket(node.inputs, "Value", "VECTOR"), position)
        t.put(node.inputs["Index"], at)
        return socket(node.outputs, "Value", "VECTOR")

    # After the angles of all birds, each point holds the phases of three birds. The
    # integer part is the sum of flags: 1 leads, 2 absent or invisible, 4 jumps, 8 holds its wings.
    third = t.math("FLOOR", t.math("DIVIDE", t.math("ADD", index, 0.5), 3.0))
    which = t.math("SUBTRACT", index, t.math("MULTIPLY", third, 3.0))
    triple = sample(wings, t.math("ADD", third, float(n)))
    is_second, is_third = t.math("COMPARE", which, 1.0, 0.1), t.math("COMPARE", which, 2.0, 0.1)
    is_first = t.math("COMPARE", which, 0.0, 0.1)
    one = t.add("ShaderNodeCombineXYZ", {0: is_first, 1: is_second, 2: is_third}).outputs[0]
    value = t.dot(triple, one)
    flags, phase = t.math("FLOOR", value), t.math("FRACT", value)
    leading = t.math("MODULO", flags, 2.0)
    gone = t.math("GREATER_THAN", t.math("MODULO", flags, 4.0), 1.5)
    jumps = t.math("GREATER_THAN", t.math("MODULO", flags, 8.0), 3.5)
    holds = t.math("GREATER_THAN", flags, 7.5)

    shown = t.math("SUBTRACT", 1.0, gone)
    held = t.vector("SUBTRACT", sample(still, index), position)
    place = t.vector("MULTIPLY_ADD", held, jumps, position)
    geometry = t.add("GeometryNodeSetPosition", {"Geometry": points, "Position": place}).outputs[0]
    for name, field in (("phase", phase), ("leading", leading)):
        node = t.add("GeometryNodeStoreNamedAttribute", {"Name": name}, data_type="FLOAT", domain="POINT")
        t.put(node.inputs["Geometry"], geometry)
        t.put(socket(node.inputs, "Value", "VALUE"), field)
        geometry = node.outputs[0]

    turned = t.math("FLOOR", t.math("ADD", t.math("MULTIPLY", phase, float(count)), 0.5))
    pose = t.math("MODULO", turned, float(count))
    if about["beats"]:
        pose = t.math("MULTIPLY_ADD", holds, float(count), pose)
    models = t.add("GeometryNodeCollectionInfo", {"Collection": poses, "Separate Children": True, "Reset Children": True})
    instances = t.add("GeometryNodeInstanceOnPoints", {
        "Points": geometry, "Selection": shown, "Instance": models.outputs[0], "Pick Instance": True,
        "Instance Index": pose, "Rotation": sample(wings, index), "Scale": sized(t, about),
    })
    t.put(result, instances.outputs[0])
    return t.tree


# --- camera, light and land -------------------------------------------------------


def camera(about, scene):
    lens = bpy.data.cameras.new("camera")
    lens.sensor_fit = "VERTICAL"
    lens.clip_start, lens.clip_end = 0.05, 10000
    made = bpy.data.objects.new("camera", lens)
    made.rotation_mode = "QUATERNION"
    scene.collection.objects.link(made)
    scene.camera = made
    views = numbers("camera.f32")
    views = [views[i:i + 8] for i in range(0, len(views), 8)]
    moves = any(view != views[0] for view in views)
    zooms = any(view[7] != views[0][7] for view in views)
    for at, view in keys(views) if moves else [(0, views[0])]:
        made.location, made.rotation_quaternion = view[:3], view[3:7]
        lens.angle = view[7]
        if moves:
            made.keyframe_insert("location", frame=about["first"] + at)
            made.keyframe_insert("rotation_quaternion", frame=about["first"] + at)
        if zooms:
            lens.keyframe_insert("lens", frame=about["first"] + at)


def keys(views):
    """Returns frames, counted from 0, with the camera from there on. A cut happens half
    way between two frames, while the shutter is closed."""
    cuts = set(cuts_of(views))
    for i, view in enumerate(views):
        if i in cuts:
            yield i - 0.51, views[i - 1]
            yield i - 0.49, view
        yield i, view


def cuts_of(views):
    """Returns the frames at which the camera jumps."""
    steps = [max(math.dist(a[:3], b[:3]), 5 * angle(a[3:7], b[3:7])) for a, b in zip(views, views[1:])]
    for i, step in enumerate(steps):
        if step > 0.5 + 10 * max([0, *steps[max(i - 1, 0):i], *steps[i + 1:i + 2]]):
            yield i + 1


def angle(p, q):
    """Returns the angle between two rotations in radians."""
    return 2 * math.acos(min(1, abs(sum(a * b for a, b in zip(p, q)))))


def sun(light, scene):
    lamp = bpy.data.lights.new("sun", "SUN")
    lamp.energy = max(light["sun"])
    lamp.color = [c / lamp.energy for c in light["sun"]]
    lamp.angle = 2 * SUN_RADIUS
    made = bpy.data.objects.new("sun", lamp)
    direction = Vector(light["sun_direction"])
    made.rotation_mode = "QUATERNION"
    made.rotation_quaternion = direction.to_track_quat("Z", "Y")
    made.location = direction * 100
    scene.collection.objects.link(made)


def sky_colour(t, direction, light):
    """Returns the colour of the sky in a direction, as skein draws it."""
    z = t.add("ShaderNodeSeparateXYZ", {0: direction}).outputs[2]
    up = t.math("MAXIMUM", z, 0.0)
    low = t.math("DIVIDE", 1.0, t.math("MULTIPLY_ADD", up, 9.0, 1.0))
    share = t.math("MULTIPLY", t.math("MULTIPLY", low, low), t.math("MULTIPLY_ADD", up, -0.3, 1.0))
    base = t.mix(light["zenith"], light["horizon"], share)
    facing = t.dot(direction, light["sun_direction"])
    wide = t.math("MULTIPLY_ADD", facing, 0.5, 0.5)
    band = t.math("MULTIPLY", t.math("POWER", wide, 3.0), low)
    to_sun = t.math("MAXIMUM", facing, 0.0)
    halo = 0.0
    for weight, power in ((0.45, 8.0), (0.5, 32.0), (1.6, 128.0)):
        halo = t.math("MULTIPLY_ADD", t.math("POWER", to_sun, power), weight, halo)
    glow = t.math("MULTIPLY_ADD", halo, t.math("MULTIPLY_ADD", low, 0.65, 0.35), band)
    return t.vector("MULTIPLY_ADD", light["glow"], glow, base)


def in_air(t, shader, light):
    """Mixes a surface's shader with the haze in front of it."""
    if not light or light["haze"] <= 0:
        return shader
    away = t.add("ShaderNodeNewGeometry").outputs["Incoming"]
    level = t.vector("NORMALIZE", t.vector("MULTIPLY", away, [-1.0, -1.0, 0.0]))
    haze = t.add("ShaderNodeEmission", {0: sky_colour(t, level, light)}).outputs[0]
    distance = t.add("ShaderNodeCameraData").outputs["View Distance"]
    left = t.math("POWER", math.e, t.math("MULTIPLY", distance, -light["haze"]))
    return t.add("ShaderNodeMixShader", {0: left, 1: haze, 2: shader}).outputs[0]


def world(light, scene):
    made = scene.world = bpy.data.worlds.new("sky")
    t = shader_tree(made)
    direction = t.add("ShaderNodeTexCoord").outputs["Generated"]
    disc = t.math("GREATER_THAN", t.dot(direction, light["sun_direction"]), math.cos(SUN_RADIUS))
    seen = t.math("MULTIPLY", disc, t.add("ShaderNodeLightPath").outputs["Is Camera Ray"])
    colour = t.vector("MULTIPLY_ADD", [3.0 * c for c in light["sun"]], seen, sky_colour(t, direction, light))
    background = t.add("ShaderNodeBackground", {0: colour})
    t.add("ShaderNodeOutputWorld", {"Surface": background.outputs[0]})


def ground(light, scene):
    made = bpy.data.materials.new("ground")
    t = shader_tree(made)
    where = t.add("ShaderNodeTexCoord").outputs["Object"]
    patches = t.add("ShaderNodeTexNoise", {"Vector": where, "Scale": 0.05, "Detail": 8.0}).outputs[0]
    share = t.math("MULTIPLY_ADD", patches, 3.0, -1.0)
    share.node.use_clamp = True
    grass = light["ground"]
    colour = t.mix([c * k for c, k in zip(grass, (0.45, 0.6, 0.45))], [c * k for c, k in zip(grass, (1.6, 1.3, 1.2))], share)
    surface = t.add("ShaderNodeBsdfDiffuse", {0: colour}).outputs[0]
    t.add("ShaderNodeOutputMaterial", {"Surface": in_air(t, surface, light)})
    mesh = bpy.data.meshes.new("ground")
    r = 5000.0
    mesh.from_pydata([(-r, -r, 0), (r, -r, 0), (r, r, 0), (-r, r, 0)], [], [(0, 1, 2, 3)])
    mesh.materials.append(made)
    scene.collection.objects.link(bpy.data.objects.new("ground", mesh))


# --- things around the flock ---------------------------------------------------------------


def stone(light):
    made = bpy.data.materials.new("stone")
    t = shader_tree(made)
    surface = t.add("ShaderNodeBsdfDiffuse", {0: (0.30, 0.275, 0.25, 1)}).outputs[0]
    t.add("ShaderNodeOutputMaterial", {"Surface": in_air(t, surface, light)})
    return made


def things(about, scene):
    """Adds obstacles as meshes, paths and wires as curves, seats on obstacles as points,
    and places as empties. Things that change have keys."""
    if not about.get("things"):
        return
    collection = bpy.data.collections.new("world")
    scene.collection.children.link(collection)
    surface = stone(about["light"])
    for thing in about["things"]:
        p = thing["points"] or []
        points = list(zip(p[0::3], p[1::3], p[2::3]))
        if "triangles" in thing:
            made = bpy.data.objects.new(thing["name"], solid(thing, points, surface))
        elif "cloud" in thing:
            mesh = bpy.data.meshes.new(thing["name"])
            mesh.from_pydata(points, [], [])
            made = bpy.data.objects.new(thing["name"], mesh)
        elif points:
            made = bpy.data.objects.new(thing["name"], line(thing, points))
        else:
            made = bpy.data.objects.new(thing["name"], None)
            made.empty_display_type = "SPHERE"
            made.empty_display_size = max(thing["size"], 0.1)
        made["kind"] = thing["kind"]
        collection.objects.link(made)
        stand(made, thing)


def stand(made, thing):
    """Sets the pose of a thing, and the times at which the thing is visible."""
    made.rotation_mode = "QUATERNION"
    for path, name in (("location", "location"), ("rotation_quaternion", "rotation"), ("scale", "scale")):
        for frame, *value in thing[name]:
            setattr(made, path, value)
            if len(thing[name]) > 1:
                made.keyframe_insert(path, frame=frame)
    in_pictures = thing["kind"] != "path"
    made.hide_render = not in_pictures
    for frame, hidden in thing.get("hidden", []):
        made.hide_viewport, made.hide_render = bool(hidden), bool(hidden) or not in_pictures
        made.keyframe_insert("hide_viewport", frame=frame)
        made.keyframe_insert("hide_render", frame=frame)
    if made.animation_data:
        for curve in curves_of(made.animation_data):
            for key in curve.keyframe_points:
                key.interpolation = "CONSTANT" if curve.data_path.startswith("hide") else "LINEAR"


def curves_of(data):
    """Returns the animation curves of data."""
    if hasattr(data.action, "fcurves"):  # before Blender 5.0
        return data.action.fcurves
    return data.action.layers[0].strips[0].channelbag(data.action_slot).fcurves


def solid(thing, points, surface):
    mesh = bpy.data.meshes.new(thing["name"])
    t, n = thing["triangles"], thing["normals"]
    mesh.from_pydata(points, [], list(zip(t[0::3], t[1::3], t[2::3])))
    mesh.polygons.foreach_set("use_smooth", [True] * len(mesh.polygons))
    if hasattr(mesh, "use_auto_smooth"):  # before Blender 4.1
        mesh.use_auto_smooth = True
    mesh.normals_split_custom_set_from_vertices(list(zip(n[0::3], n[1::3], n[2::3])))
    mesh.materials.append(surface)
    return mesh


def line(thing, points):
    curve = bpy.data.curves.new(thing["name"], "CURVE")
    curve.dimensions = "3D"
    curve.bevel_depth = thing["size"] / 2 if thing["kind"] == "perch" else 0
    spline = curve.splines.new("POLY")
    spline.points.add(len(points) - 1)
    for to, at in zip(spline.points, points):
        to.co = (*at, 1)
    if thing["kind"] == "perch":
        dark = bpy.data.materials.new("wire")
        dark.diffuse_color = (0.012, 0.012, 0.014, 1)
        t = shader_tree(dark)
        t.add("ShaderNodeOutputMaterial", {"Surface": t.add("ShaderNodeBsdfDiffuse", {0: (0.012, 0.012, 0.014, 1)}).outputs[0]})
        curve.materials.append(dark)
    return curve


# --- the scene --------------------------------------------------------------------


def settings(about, scene):
    scene.frame_start = scene.frame_current = about["first"]
    scene.frame_end = about["first"] + about["frames"] - 1
    scene.render.fps = max(1, round(about["fps"]))
    scene.render.fps_base = scene.render.fps / about["fps"]
    scene.render.engine = "CYCLES"
    scene.cycles.samples = 64
    scene.cycles.use_denoising = denoiser()
    scene.render.resolution_x, scene.render.resolution_y = 1920, 1080
    scene.render.use_motion_blur = True
    if hasattr(scene.eevee, "use_motion_blur"):  # before Blender 4.2
        scene.eevee.use_motion_blur = True
    try:
        scene.view_settings.view_transform = "Filmic"  # not the default from Blender 4.0
    except TypeError:
        pass  # a colour configuration without Filmic
    if about["light"]:
        scene.view_settings.exposure = math.log2(about["light"]["exposure"]) + FILMIC


def denoiser():
    try:
        import _cycles
    except ImportError:
        return False
    return bool(getattr(_cycles, "with_openimagedenoise", False))


def build():
    with open(os.path.join(DIR, "scene.json"), encoding="utf-8") as file:
        about = json.load(file)
    if about["format"] != 1:
        raise Failure(f"scene.json has format {about['format']}, this script reads 1")
    scene = bpy.data.scenes.new(about["scenario"] or "flock")
    bpy.context.window.scene = scene
    settings(about, scene)
    for own in flocks(about):
        flock(own, scene)
    things(about, scene)
    if about["light"]:
        camera(about, scene)
        sun(about["light"], scene)
        world(about["light"], scene)
        ground(about["light"], scene)
    scene.frame_set(about["first"])
    return scene


def alone(scene):
    """Removes the default objects of a new file."""
    for other in [s for s in bpy.data.scenes if s != scene]:
        bpy.data.scenes.remove(other)
    bpy.data.orphans_purge(do_recursive=True)


def size(text):
    wide, _, high = text.partition("x")
    return int(wide), int(high)


def arguments():
    p = argparse.ArgumentParser(prog="blender -b -P scene.py --", description="Builds the flock and saves or renders it.")
    p.add_argument("--save", metavar="FILE", help="a .blend file to write")
    p.add_argument("--render", metavar="FILE", help="write a picture, or one per frame if the name contains #### or %%04d")
    p.add_argument("--frame", type=int, metavar="N", help="which frame --render shows (default: the first)")
    p.add_argument("--size", type=size, metavar="WxH", help="of pictures, in pixels (default 1920x1080)")
    p.add_argument("--samples", type=int, metavar="N", help="per pixel (default 64)")
    return p.parse_args(sys.argv[sys.argv.index("--") + 1:] if "--" in sys.argv else [])


def numbered(to):
    """Replaces printf's %04d in a name by ####."""
    folder, name = os.path.split(to)
    return os.path.join(folder, re.sub(r"%0(\d\d?)d", lambda verb: "#" * int(verb[1]), name))


def render(scene, to, frame):
    to = numbered(to)
    if "#" not in os.path.basename(to):
        scene.frame_set(scene.frame_start if frame is None else frame)
    scene.render.filepath = os.path.abspath(to)
    scene.render.image_settings.file_format = "PNG"
    many = "#" in os.path.basename(to)
    bpy.ops.render.render(animation=many, write_still=not many, scene=scene.name)


def main():
    wanted = arguments() if bpy.app.background else None
    scene = build()
    if not wanted:
        return
    if not bpy.data.filepath:
        alone(scene)
    if wanted.size:
        scene.render.resolution_x, scene.render.resolution_y = wanted.size
    if wanted.samples:
        scene.cycles.samples = wanted.samples
    if wanted.save:
        bpy.ops.wm.save_as_mainfile(filepath=os.path.abspath(wanted.save), relative_remap=True)
    if wanted.render:
        render(scene, wanted.render, wanted.frame)


if __name__ == "__main__":
    try:
        main()
    except (Failure, OSError, KeyError, ValueError) as problem:
        if not bpy.app.background:
            raise
        print(f"scene.py: {problem}", file=sys.stderr)
        sys.exit(1)
