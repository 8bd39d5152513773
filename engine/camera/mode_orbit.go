package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
)

// orbit moves the camera around the flock, or around a place.
func (r *Rig) orbit(_ float32, d Drive, s Subject) frame.View {
	r.Azimuth -= d.Turn[0]
	r.Elevation = mgl32.Clamp(r.Elevation-d.Turn[1], -Steepest, Steepest)
	r.Distance = mgl32.Clamp(r.Distance*num.Pow(1.1, -d.Zoom), 0.5, maxDistance)
	return orbitView(r.orbitCentre(s), r.Azimuth, r.Elevation, r.Distance)
}
