package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// minTrail is the minimum distance behind a boid, in wingspans.
const minTrail = 0.7

// Behind places the camera relative to the followed boid as a scene says.
func (r *Rig) Behind(c *look.Camera) {
	r.Trail, r.Sway, r.Rise = c.Trail, mgl32.DegToRad(c.Sway), mgl32.DegToRad(c.Rise)
}

// follow flies behind a boid.
func (r *Rig) follow(_ float32, d Drive, s Subject) frame.View {
	r.Sway -= d.Turn[0]
	r.Rise = mgl32.Clamp(r.Rise-d.Turn[1], -1, 1.4)
	r.Trail = mgl32.Clamp(r.Trail*num.Pow(1.1, -d.Zoom), minTrail, 500)
	ahead := s.heading(s.ID, look.Follow).Rotate(mgl32.Vec3{0, 0, 1})
	tail := num.Atan2(-ahead[0], -ahead[2])
	return orbitView(s.Boid.Pos, tail+r.Sway, r.Rise, r.Trail*s.Span)
}
