package field

import (
	"math"

	"skein/flock/snapshots"
	"skein/flock/vec"
)

const leastSmall = 3

// smallFigures returns the figures that are defined even for a few birds, and for birds at one height.
func smallFigures(current *instant) figures {
	f := figures{}
	near := neighbours(current.pos, 1)
	var heading snapshots.MeanHeading
	nearest := 0.0
	for i, v := range current.vel {
		heading.Add(v)
		nearest += math.Sqrt(near[i][0].D2) / float64(len(current.pos))
	}
	f["small_nearest"] = nearest
	if p, ok := heading.Polarization(); ok {
		f["small_polarization"] = p
	}
	if variation, ok := speedVariation(current.vel); ok {
		f["small_speed"] = variation
	}
	if angle, ok := oblong(current); ok {
		f["small_oblong"] = angle
	}
	return f
}

func oblong(current *instant) (angle float64, ok bool) {
	mean := courseOf(current.vel)
	course := vec.Vec64{mean[0], mean[2]}
	if course.Dot(course) == 0 {
		return 0, false
	}
	above := make([]vec.Vec64, len(current.pos))
	for i, p := range current.pos {
		above[i] = vec.Vec64{p[0], p[2]}
	}
	return oblongAngle(above, course.Unit())
}
