package model

import (
	"math"

	"skein/flock"
	"skein/flock/around"
	"skein/flock/vec"
)

// withoutLeaders returns the scene "murmuration" without leaders, roost and meander.
func withoutLeaders(count int) flock.Def {
	d := Murmuration()
	d.Params = With(d.Params, "count", count, "leadership", 0, "meander", 0,
		"roost_pull", 0, "roost_roomy", false, "roost_agree", false, "roost_wander", 0, "height_pull", 0)
	return d
}

// RiverScene returns the scene "river": birds fly along a closed path like a river.
func RiverScene() flock.Def {
	d := withoutLeaders(2400)
	d.Seed, d.WarmUp = 12, 12
	d.Params = With(d.Params, "cohesion", 0.002, "lonely_count", 0, "gust_strength", 0.12, "cruise_speed", 10)
	p := d.Surroundings.Add("path").(*around.Path)
	p.Name, p.Closed, p.Width, p.Speed, p.Pull = "river", true, 8, 10, 0.6
	p.Points = []vec.Vec{
		{X: 0, Y: 14, Z: 62}, {X: 40, Y: 22, Z: 40}, {X: 66, Y: 34, Z: 0}, {X: 44, Y: 26, Z: -44},
		{X: 0, Y: 12, Z: -30}, {X: -44, Y: 20, Z: -52}, {X: -74, Y: 36, Z: 0}, {X: -40, Y: 24, Z: 44},
	}
	d.Start = flock.Start{Radius: 5, Altitude: 24, Speed: 10}
	v := p.Track().Vertices
	for k := 0; k < len(v)-1; k += 4 {
		d.Start.Groups = append(d.Start.Groups, flock.Group{
			Share: 0.03, Radius: 6, Speed: 10, Heading: bearing(v[k].Tangent),
			Place: v[k].At.Sub(vec.Vec{Y: d.Start.Altitude}),
		})
	}
	return d
}

// bearing returns the direction of a vector, rounded to degrees: 0 is towards +Z, 90 towards +X.
func bearing(v vec.Vec) float32 {
	return float32(math.Round(math.Atan2(float64(v.X), float64(v.Z)) * 180 / math.Pi))
}

// WireScene returns the scene "wire": birds sit on a wire. The events of its file make them leave.
func WireScene() flock.Def {
	d := withoutLeaders(64)
	d.Seed, d.WarmUp, d.Start.Perched = 3, 1, true
	d.Params = With(d.Params, "wingspan", 0.33, "flap_rate", 7, "bank_time", 0.3,
		"roost_pull", 0.06, "roost_radius", 14, "roost_height", 12, "height_pull", 0.05)
	p := d.Surroundings.Add("perch").(*around.Perch)
	p.Name, p.Spacing, p.Sag, p.Calls, p.Rest = "wire", 0.42, 0.9, 20, 0
	p.Points = []vec.Vec{{X: -18, Y: 9.5, Z: 6}, {Y: 9.5, Z: 6}, {X: 18, Y: 9.5, Z: 6}}
	for _, at := range p.Points {
		post := d.Surroundings.Add("obstacle").(*around.Obstacle)
		post.Shape, post.At, post.Radius, post.Height = "cylinder", vec.Vec{X: at.X, Z: at.Z + 0.1}, 0.09, at.Y
	}
	return d
}

// ThermalScene returns the scene "thermal": gulls circle in a thermal with open wings, leave it at
// the top and glide down to it again.
func ThermalScene() flock.Def {
	d := withoutLeaders(150)
	d.Seed, d.WarmUp = 7, 20
	d.Start = flock.Start{Shape: flock.Box, Radius: 40, Altitude: 52, Speed: 9, Disorder: 1}
	d.Params = With(d.Params, "wingspan", 1.2, "flap_rate", 2.8, "glide_sink", 0.4, "bank_time", 0.5,
		"vision", 6, "cohesion", 0.006, "separation", 0.3, "separation_radius", 3, "alignment", 0.04, "lonely_count", 0,
		"min_speed", 7, "max_speed", 12, "cruise_speed", 9, "gust_strength", 0.05, "height_damp", 0,
		"roost_pull", 0.05, "roost_radius", 45)
	w := d.Surroundings.Add("wind").(*around.Wind)
	w.Name, w.Form, w.Speed, w.Height, w.Radius = "thermal", "thermal", 3.5, 110, 36
	return d
}

// GeeseScene returns the scene "geese": geese fly along a valley, in a wind across it that is
// stronger higher up.
func GeeseScene() flock.Def {
	d := withoutLeaders(46)
	d.Seed, d.WarmUp = 5, 6
	d.Start = flock.Start{Shape: flock.Disc, Radius: 16, Altitude: 26, Speed: 15, Groups: []flock.Group{
		{Share: 1, Place: vec.Vec{X: -20, Z: -330}, Radius: 16, Heading: 10, Speed: 15},
	}}
	d.Params = With(d.Params, "wingspan", 1.65, "flap_rate", 3.4, "bank_time", 0.6, "glide_sink", 2,
		"vision", 9, "cohesion", 0.01, "separation", 0.5, "separation_radius", 4.5, "alignment", 0.12,
		"lonely_count", 6, "lonely_range", 60,
		"min_speed", 12, "max_speed", 20, "cruise_speed", 15, "gust_strength", 0.05)
	p := d.Surroundings.Add("path").(*around.Path)
	p.Name, p.Width, p.Speed, p.Pull = "valley", 26, 15, 0.4
	p.Points = []vec.Vec{
		{X: -20, Y: 24, Z: -360}, {X: 30, Y: 27, Z: -220}, {X: -35, Y: 32, Z: -90}, {X: 25, Y: 30, Z: 40},
		{X: -15, Y: 36, Z: 170}, {X: 30, Y: 44, Z: 300}, {X: 10, Y: 52, Z: 420},
	}
	w := d.Surroundings.Add("wind").(*around.Wind)
	w.Name, w.Form, w.Speed, w.Height, w.From = "west", "shear", 6, 40, 270
	for _, h := range []struct{ x, z, radius, above float32 }{
		{-190, -330, 260, 60}, {210, -250, 300, 75}, {-230, -60, 320, 90}, {190, 60, 240, 55},
		{-180, 210, 230, 70}, {240, 330, 330, 100}, {-260, 460, 320, 110}, {60, 640, 300, 80},
	} {
		hill := d.Surroundings.Add("obstacle").(*around.Obstacle)
		hill.At, hill.Radius = vec.Vec{X: h.x, Y: h.above - h.radius, Z: h.z}, h.radius
	}
	return d
}
