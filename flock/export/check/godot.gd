# Draws frames of an exported flock with Godot 3, as PNG with a transparent background, and checks the
# imported textures. godot.sh sets the environment: FOLDER, FRAMES, CAMERA (the CSV of the same camera),
# SIZE and PICTURES, the prefix of the pictures.
extends Node

var flock
var camera
var view


func _ready():
	var size = OS.get_environment("SIZE").split("x")
	view = Viewport.new()
	view.size = Vector2(int(size[0]), int(size[1]))
	view.transparent_bg = true
	view.hdr = false
	view.msaa = Viewport.MSAA_4X
	view.own_world = true
	view.render_target_v_flip = true
	view.render_target_update_mode = Viewport.UPDATE_ALWAYS
	add_child(view)
	flock = Spatial.new()
	flock.set_script(load(OS.get_environment("FOLDER") + "/flock3.gd"))
	flock.playing = false
	view.add_child(flock)
	camera = Camera.new()
	camera.keep_aspect = Camera.KEEP_HEIGHT
	view.add_child(camera)
	var sun = DirectionalLight.new()
	sun.rotation_degrees = Vector3(-50, 30, 0)
	view.add_child(sun)
	var environment = WorldEnvironment.new()
	environment.environment = Environment.new()
	environment.environment.ambient_light_color = Color(0.7, 0.8, 1)
	environment.environment.ambient_light_energy = 0.6
	view.add_child(environment)
	_check_textures()
	var rows = _table(OS.get_environment("CAMERA"))
	for frame in OS.get_environment("FRAMES").split(","):
		yield(_draw(int(frame), rows), "completed")
	get_tree().quit()


# Draws a frame. rows is the table of the camera.
func _draw(frame, rows):
	var row = rows[frame]
	camera.translation = Vector3(row.px, row.py, row.pz)
	camera.transform.basis = Basis(Quat(row.qx, row.qy, row.qz, row.qw).normalized())
	camera.fov = row.fov
	camera.near = 0.05
	camera.far = 5000
	flock.draw_frame(frame - flock.about.first)
	for _i in range(3):
		yield(VisualServer, "frame_post_draw")
	view.get_texture().get_data().save_png(OS.get_environment("PICTURES") + "-%d.png" % frame)
	print("godot: drew frame %d" % frame)


# Prints the format and some texels of the imported textures, for godot.sh to compare.
func _check_textures():
	for one in flock.about.flocks:
		for name in [one.positions, one.normals]:
			var texture = load(flock.folder + "/" + name)
			var image = texture.get_data()
			image.lock()
			var sum = 0.0
			for y in range(image.get_height()):
				for x in range(image.get_width()):
					var c = image.get_pixel(x, y)
					sum += abs(c.r) + 2 * abs(c.g) + 3 * abs(c.b)
			print("godot: %s is %dx%d, format %d, flags %d, sum %.4f" % [name, image.get_width(), image.get_height(), image.get_format(), texture.flags, sum])


# Reads a CSV file. Returns its rows as numbers, by frame.
func _table(path):
	var file = File.new()
	file.open(path, File.READ)
	var head = file.get_csv_line()
	var rows = {}
	while not file.eof_reached():
		var cells = file.get_csv_line()
		if cells.size() == head.size():
			var row = {}
			for i in range(head.size()):
				row[head[i]] = float(cells[i])
			rows[int(row.frame)] = row
	return rows
