package model

import (
	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// TowersScene returns the scene "towers": starlings fly along a closed path among the towers of
// a city. The flock parts before each tower and closes again behind it.
func TowersScene() flock.Def {
	d := Murmuration()
	d.Seed = 11
	d.Params = With(d.Params,
		"count", 1600, "leadership", 0, "separation", 0.8, "vision", 4.5,
		"roost_height", 26, "roost_wander", 0, "roost_pull", 0, "roost_agree", false, "height_pull", 0.04,
	)
	box := func(name string, at, size vec.Vec, turn float32) {
		o := d.Surroundings.Add("obstacle").(*around.Obstacle)
		o.Name, o.Shape, o.At, o.Size, o.Turn.Y = name, "box", at, size, turn
	}
	round := func(name string, x, z, radius, height float32) {
		o := d.Surroundings.Add("obstacle").(*around.Obstacle)
		o.Name, o.Shape, o.At, o.Radius, o.Height = name, "cylinder", vec.Vec{X: x, Z: z}, radius, height
	}
	box("spire", vec.Vec{X: 5, Y: 32, Z: -4}, vec.Vec{X: 11, Y: 64, Z: 11}, 18)
	round("drum", -22, 8, 7, 40)
	box("slab", vec.Vec{X: 27, Y: 19, Z: 9}, vec.Vec{X: 9, Y: 38, Z: 20}, -12)
	round("needle", -12, -34, 4, 70)
	box("block-1", vec.Vec{X: -44, Y: 13, Z: -20}, vec.Vec{X: 16, Y: 26, Z: 14}, 8)
	box("block-2", vec.Vec{X: 42, Y: 24, Z: -26}, vec.Vec{X: 12, Y: 48, Z: 12}, 30)
	box("block-3", vec.Vec{X: 20, Y: 16, Z: -46}, vec.Vec{X: 14, Y: 32, Z: 18}, -20)
	box("block-4", vec.Vec{X: -30, Y: 27, Z: -58}, vec.Vec{X: 13, Y: 54, Z: 13}, 40)
	box("block-5", vec.Vec{X: -50, Y: 9, Z: 22}, vec.Vec{X: 14, Y: 18, Z: 20}, 15)
	box("block-6", vec.Vec{X: 54, Y: 10, Z: 18}, vec.Vec{X: 18, Y: 20, Z: 12}, 10)
	round("gasholder", 64, -62, 13, 22)
	box("block-7", vec.Vec{X: -72, Y: 17, Z: -52}, vec.Vec{X: 14, Y: 34, Z: 16}, -30)
	box("block-8", vec.Vec{X: 2, Y: 14, Z: -78}, vec.Vec{X: 20, Y: 28, Z: 14}, 12)
	way := d.Surroundings.Add("path").(*around.Path)
	way.Name, way.Closed, way.Width, way.Pull = "round", true, 14, 0.6
	way.Points = []vec.Vec{
		{X: -34, Y: 20, Z: 22}, {X: -8, Y: 24, Z: 17}, {X: 14, Y: 27, Z: 8}, {X: 13, Y: 31, Z: -22},
		{X: -4, Y: 35, Z: -19}, {X: -22, Y: 30, Z: -14}, {X: -38, Y: 22, Z: 0},
	}
	return d
}
