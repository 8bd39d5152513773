# Draws the flock of this folder, for Godot 3. Godot 4 uses flock4.gd.
# It plays from the first frame on; draw_frame shows any instant.
extends Spatial

const PRESENT = 1
const JUMPED = 2
const FIELDS = 12 # x, y, z, qx, qy, qz, qw, phase, stance, weight, size, flags

export(String, DIR) var folder = ""
export var playing = true
export var speed = 1.0

var about
var flocks = []
var time = 0.0 # since the first frame, s


func _ready():
	if folder == "":
		folder = get_script().resource_path.get_base_dir()
	var file = File.new()
	if file.open(folder + "/flock.json", File.READ) != OK:
		push_error("skein: no flock.json in " + folder)
		return
	about = JSON.parse(file.get_as_text()).result
	file.close()
	for one in about.flocks:
		flocks.append(_flock(one))
	draw_frame(0)


func _process(delta):
	if about != null and playing:
		time = fposmod(time + delta * speed, about.frames / about.fps)
		draw_frame(time * about.fps)


# Shows an instant, in frames since the first one.
func draw_frame(at):
	at = clamp(at, 0, about.frames - 1)
	var first = int(at)
	var last = int(min(first + 1, about.frames - 1))
	for f in flocks:
		f.multimesh.set_as_bulk_array(_instances(_read(f, first), _read(f, last), at - first))


# Returns the instances between two frames: three rows of a matrix, then the shader's INSTANCE_CUSTOM.
func _instances(a, b, share):
	var all = PoolRealArray()
	all.resize(a.size() / FIELDS * 16)
	var to = 0
	for i in range(0, a.size(), FIELDS):
		var t = share
		if not int(b[i + 11]) & PRESENT or int(b[i + 11]) & JUMPED:
			t = 0.0 # the bird leaves or jumps: keep it where it is in the first of the two frames
		var p = Vector3(a[i], a[i + 1], a[i + 2]).linear_interpolate(Vector3(b[i], b[i + 1], b[i + 2]), t)
		var size = a[i + 10] if int(a[i + 11]) & PRESENT else 0.0
		var m = Basis(_turn(a, b, i, t)).scaled(Vector3(size, size, size))
		var phase = a[i + 7] + fposmod(b[i + 7] - a[i + 7], 1.0) * t
		var stance = a[i + 8] if a[i + 9] > 0.0 else b[i + 8]
		var weight = lerp(a[i + 9], b[i + 9], t) if b[i + 8] == stance or b[i + 9] == 0.0 else a[i + 9]
		for v in [m.x.x, m.y.x, m.z.x, p.x, m.x.y, m.y.y, m.z.y, p.y, m.x.z, m.y.z, m.z.z, p.z, phase, stance, weight, 0.0]:
			all[to] = v
			to += 1
	return all


# Returns the rotation of the bird whose numbers begin at i.
func _turn(a, b, i, t):
	if not int(a[i + 11]) & PRESENT:
		return Quat()
	var q = Quat(a[i + 3], a[i + 4], a[i + 5], a[i + 6]).normalized()
	if t == 0.0:
		return q
	return q.slerp(Quat(b[i + 3], b[i + 4], b[i + 5], b[i + 6]).normalized(), t)


# Reads a frame of a flock's point cache.
func _read(f, frame):
	if f.frames.has(frame):
		return f.frames[frame]
	if f.frames.size() > 1:
		f.frames.clear()
	var numbers = PoolRealArray()
	numbers.resize(f.birds * FIELDS)
	f.file.seek(frame * f.birds * FIELDS * 4)
	for i in range(numbers.size()):
		numbers[i] = f.file.get_float()
	f.frames[frame] = numbers
	return numbers


# Creates the MultiMeshInstance of a flock.
func _flock(one):
	var scene = load(folder + "/" + one.mesh).instance()
	var mesh = _mesh_of(scene).duplicate()
	scene.free()
	for i in range(mesh.get_surface_count()):
		mesh.surface_set_material(i, _material(one, mesh.surface_get_material(i)))
	var many = MultiMesh.new()
	many.transform_format = MultiMesh.TRANSFORM_3D
	many.custom_data_format = MultiMesh.CUSTOM_DATA_FLOAT
	many.mesh = mesh
	many.instance_count = one.ids.size()
	var node = MultiMeshInstance.new()
	node.name = one.species
	node.multimesh = many
	node.extra_cull_margin = one.reach
	add_child(node)
	var file = File.new()
	if file.open(folder + "/" + one.cache, File.READ) != OK:
		push_error("skein: no " + one.cache + " in " + folder)
	return {"multimesh": many, "file": file, "birds": one.ids.size(), "frames": {}}


# Returns the mesh of the first MeshInstance of a scene.
func _mesh_of(node):
	if node is MeshInstance:
		return node.mesh
	for child in node.get_children():
		var mesh = _mesh_of(child)
		if mesh != null:
			return mesh
	return null


# Returns a material that flaps the wings, with the colours of an imported material.
func _material(one, from):
	var m = ShaderMaterial.new()
	m.shader = load(folder + "/bird.shader")
	m.set_shader_param("positions", load(folder + "/" + one.positions))
	m.set_shader_param("normals", load(folder + "/" + one.normals))
	m.set_shader_param("beat", int(one.beat))
	m.set_shader_param("rows_per_pose", int(one.rows_per_pose))
	if from is SpatialMaterial:
		m.set_shader_param("albedo", from.albedo_color)
		m.set_shader_param("roughness", from.roughness)
		if from.albedo_texture != null:
			m.set_shader_param("albedo_texture", from.albedo_texture)
		if from.params_use_alpha_scissor:
			m.set_shader_param("cutoff", from.params_alpha_scissor_threshold)
		elif from.flags_transparent:
			m.set_shader_param("cutoff", 0.5)
	return m
