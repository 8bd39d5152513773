# scene_test.py SCRIPT: checks the parts of scene.py that need no Blender, and the parts
# for Blender 4 and later, with a mock of it.

import importlib.util
import math
import sys
import types
from unittest import mock

bpy = mock.MagicMock()
bpy.types.NodeSocket = type("NodeSocket", (), {})
bpy.context.space_data = None
sys.modules.update(bpy=bpy, mathutils=types.SimpleNamespace(Vector=tuple))
spec = importlib.util.spec_from_file_location("scene", sys.argv[1])
scene = importlib.util.module_from_spec(spec)
spec.loader.exec_module(scene)


def looking(x, turn=0.0):
    return [x, 0, 0, math.cos(turn / 2), 0, 0, math.sin(turn / 2), 1]


def check_cuts():
    """Steady flight has one key per frame; a jump of the position or the direction has three."""
    steady = [looking(0.1 * i, 0.02 * i) for i in range(9)]
    assert list(scene.keys(steady)) == list(enumerate(steady))
    starts = [looking(0)] * 4 + [looking(0.3 * i) for i in range(5)]
    assert not list(scene.cuts_of(starts)), "a camera that starts to move is not a cut"
    fast = [looking(20.0 * i) for i in range(9)]
    assert not list(scene.cuts_of(fast)), "a fast camera is not a cut"
    jump = [looking(0.1 * i + (40 if i >= 4 else 0)) for i in range(9)]
    look = [looking(0.1 * i, 2 if i >= 4 else 0) for i in range(9)]
    for views in (jump, look):
        got = list(scene.keys(views))
        assert got[4:7] == [(3.49, views[3]), (3.51, views[4]), (4, views[4])], got
        assert len(got) == 11
    twice = [looking(0), looking(90), looking(0)]
    assert list(scene.keys(twice))[0] == (0, twice[0])
    assert not list(scene.cuts_of([looking(3)]))


def check_group():
    """In Blender 4, a group gets its sockets through its interface."""
    made = bpy.data.node_groups.new.return_value
    scene.group()
    assert made.is_modifier is True
    kinds = [(c.args, c.kwargs["in_out"], c.kwargs["socket_type"]) for c in made.interface.new_socket.call_args_list]
    assert kinds == [(("Geometry",), "INPUT", "NodeSocketGeometry"), (("Geometry",), "OUTPUT", "NodeSocketGeometry")], kinds
    assert not made.inputs.new.called


def check_shader_tree():
    """Blender 5 creates the nodes itself; earlier versions need use_nodes."""
    class Before5:
        node_tree = None

        def __setattr__(self, name, value):
            assert (name, value) == ("use_nodes", True)
            vars(self)["node_tree"] = mock.MagicMock()

    from5 = types.SimpleNamespace(node_tree=mock.MagicMock())
    for owner in (Before5(), from5):
        assert scene.shader_tree(owner).tree is owner.node_tree
        assert owner.node_tree.nodes.clear.called
    assert not hasattr(from5, "use_nodes")


def check_numbered():
    """%04d in a picture's name becomes ####, as Blender expects."""
    for name, want in (("a/b_%04d.png", "a/b_####.png"), ("%02d/b.png", "%02d/b.png"), ("a_##.png", "a_##.png"), ("50%.png", "50%.png")):
        assert scene.numbered(name) == want, scene.numbered(name)


def check_rate():
    """29.97 frames per second are 30 over a base of 1.001."""
    about = {"first": 1, "frames": 9, "fps": 30000 / 1001, "light": None}
    made = mock.MagicMock()
    scene.settings(about, made)
    assert made.render.fps == 30 and abs(made.render.fps_base - 1.001) < 1e-12, made.render.fps_base


def check_flocks():
    """A single flock has the shared settings and no prefix; several also have their own."""
    [one] = scene.flocks({"fps": 30, "bird": "gull", "ids": [0, 1]})
    assert one == {"fps": 30, "bird": "gull", "ids": [0, 1], "name": "flock", "prefix": ""}, one
    own = [{"species": s, "prefix": s + "_", "bird": "gull", "ids": [k]} for k, s in enumerate(("tit", "hawk"))]
    tit, hawk = scene.flocks({"fps": 30, "light": None, "flocks": own})
    assert hawk["name"] == "hawk" and hawk["prefix"] == "hawk_" and hawk["ids"] == [1] and tit["fps"] == 30, hawk


check_cuts()
check_flocks()
check_group()
check_numbered()
check_rate()
check_shader_tree()
