# Draws the flock of this folder, for Godot 4. Godot 3 uses flock3.gd.
# It plays from the first frame on; draw_frame shows any instant.
extends Node3D

const PRESENT = 1
const JUMPED = 2
const FIELDS = 12 # x, y, z, qx, qy, qz, qw, phase, stance, weight, size, flags

@export_dir var folder := ""
@export var playing := true
@export var speed := 1.0

var about
var flocks = []
var time := 0.0 # since the first frame, s


func _ready():
	if folder == "":
		folder = get_script().resource_path.get_base_dir()
	var text = FileAccess.get_file_as_string(folder + "/flock.json")
	if text == "":
		push_error("skein: no flock.json in " + folder)
		return
	about = JSON.parse_string(text)
	for one in about.flocks:
		flocks.append(_flock(one))
	draw_frame(0.0)


func _process(delta):
	if about != null and playing:
		time = fposmod(time + delta * speed, about.frames / about.fps)
		draw_frame(time * about.fps)


# Shows an instant, in frames since the first one.
func draw_frame(at: float):
	at = clampf(at, 0.0, about.frames - 1)
	var first = int(at)
	var last = mini(first + 1, int(about.frames) - 1)
	for f in flocks:
		f.multimesh.buffer = _instances(_read(f, first), _read(f, last), at - first)


# Returns the instances between two frames: three rows of a matrix, then the shader's INSTANCE_CUSTOM.
func _instances(a: PackedFloat32Array, b: PackedFloat32Array, share: float) -> PackedFloat32Array:
	var all = PackedFloat32Array()
	for i in range(0, a.size(), FIELDS):
		var t = share
		if not int(b[i + 11]) & PRESENT or int(b[i + 11]) & JUMPED:
			t = 0.0 # the bird leaves or jumps: keep it where it is in the first of the two frames
		var p = Vector3(a[i], a[i + 1], a[i + 2]).lerp(Vector3(b[i], b[i + 1], b[i + 2]), t)
		var size = a[i + 10] if int(a[i + 11]) & PRESENT else 0.0
		var m = Basis(_turn(a, b, i, t)).scaled(Vector3(size, size, size))
		var phase = a[i + 7] + fposmod(b[i + 7] - a[i + 7], 1.0) * t
		var stance = a[i + 8] if a[i + 9] > 0.0 else b[i + 8]
		var weight = lerpf(a[i + 9], b[i + 9], t) if b[i + 8] == stance or b[i + 9] == 0.0 else a[i + 9]
		all.append_array(PackedFloat32Array([
			m.x.x, m.y.x, m.z.x, p.x, m.x.y, m.y.y, m.z.y, p.y, m.x.z, m.y.z, m.z.z, p.z, phase, stance, weight, 0.0]))
	return all


# Returns the rotation of the bird whose numbers begin at i.
func _turn(a: PackedFloat32Array, b: PackedFloat32Array, i: int, t: float) -> Quaternion:
	if not int(a[i + 11]) & PRESENT:
		return Quaternion()
	var q = Quaternion(a[i + 3], a[i + 4], a[i + 5], a[i + 6]).normalized()
	if t == 0.0:
		return q
	return q.slerp(Quaternion(b[i + 3], b[i + 4], b[i + 5], b[i + 6]).normalized(), t)


# Reads a frame of a flock's point cache.
func _read(f, frame: int) -> PackedFloat32Array:
	if f.frames.has(frame):
		return f.frames[frame]
	if f.frames.size() > 1:
		f.frames.clear()
	var bytes = f.birds * FIELDS * 4
	f.file.seek(frame * bytes)
	f.frames[frame] = f.file.get_buffer(bytes).to_float32_array()
	return f.frames[frame]


# Creates the MultiMeshInstance3D of a flock.
func _flock(one):
	var scene = load(folder + "/" + one.mesh).instantiate()
	var mesh = _mesh_of(scene).duplicate()
	scene.free()
	for i in range(mesh.get_surface_count()):
		mesh.surface_set_material(i, _material(one, mesh.surface_get_material(i)))
	var many = MultiMesh.new()
	many.transform_format = MultiMesh.TRANSFORM_3D
	many.use_custom_data = true
	many.mesh = mesh
	many.instance_count = one.ids.size()
	var node = MultiMeshInstance3D.new()
	node.name = one.species
	node.multimesh = many
	node.extra_cull_margin = one.reach
	add_child(node)
	var file = FileAccess.open(folder + "/" + one.cache, FileAccess.READ)
	if file == null:
		push_error("skein: no " + one.cache + " in " + folder)
	return {"multimesh": many, "file": file, "birds": one.ids.size(), "frames": {}}


# Returns the mesh of the first MeshInstance3D of a scene.
func _mesh_of(node):
	if node is MeshInstance3D:
		return node.mesh
	for child in node.get_children():
		var mesh = _mesh_of(child)
		if mesh != null:
			return mesh
	return null


# Returns a material that flaps the wings, with the colours of an imported material.
func _material(one, from):
	var m = ShaderMaterial.new()
	m.shader = load(folder + "/bird.gdshader")
	m.set_shader_parameter("positions", load(folder + "/" + one.positions))
	m.set_shader_parameter("normals", load(folder + "/" + one.normals))
	m.set_shader_parameter("beat", int(one.beat))
	m.set_shader_parameter("rows_per_pose", int(one.rows_per_pose))
	if from is BaseMaterial3D:
		m.set_shader_parameter("albedo", from.albedo_color)
		m.set_shader_parameter("roughness", from.roughness)
		if from.albedo_texture != null:
			m.set_shader_parameter("albedo_texture", from.albedo_texture)
		if from.transparency == BaseMaterial3D.TRANSPARENCY_ALPHA_SCISSOR:
			m.set_shader_parameter("cutoff", from.alpha_scissor_threshold)
		elif from.transparency != BaseMaterial3D.TRANSPARENCY_DISABLED:
			m.set_shader_parameter("cutoff", 0.5)
	return m
