package engine

import "github.com/go-gl/mathgl/mgl32"

// orbit goes around the flock, or a place.
func (r *Rig) orbit(_ float32, d Drive, s Subject) View {
	r.Azimuth -= d.Turn[0]
	r.Elevation = mgl32.Clamp(r.Elevation-d.Turn[1], -steepest, steepest)
	r.Distance = mgl32.Clamp(r.Distance*pow(1.1, -d.Zoom), 0.5, farthest)
	return orbitView(r.around(s), r.Azimuth, r.Elevation, r.Distance)
}
