package field

import (
	"math"

	"skein/flock/snapshots"
	"skein/flock/vec"
)

const leastSmall = 3

// smallFigures returns the figures that are defined even for a few birds, and for birds at one height.
func smallFigures(now *instant) figures {
	f := figures{}
	near := neighbours(now.pos, 1)
	var heading snapshots.MeanHeading
	nearest := 0.0
	for i, v := range now.vel {
		heading.Add(v)
		nearest += math.Sqrt(near[i][0].D2) / float64(len(now.pos))
	}
	f["small_nearest"] = nearest
	if p, ok := heading.Polarization(); ok {
		f["small_polarization"] = p
	}
	if variation, ok := speedVariation(now.vel); ok {
		f["small_speed"] = variation
	}
	if angle, ok := oblong(now); ok {
		f["small_oblong"] = angle
	}
	return f
}

func oblong(now *instant) (angle float64, ok bool) {
	mean := courseOf(now.vel)
	course := vec.Vec64{mean[0], mean[2]}
	if course.Dot(course) == 0 {
		return 0, false
	}
	above := make([]vec.Vec64, len(now.pos))
	for i, p := range now.pos {
		above[i] = vec.Vec64{p[0], p[2]}
	}
	return oblongAngle(above, course.Unit())
}
