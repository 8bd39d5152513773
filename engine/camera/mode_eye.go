package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// eye looks through a boid's eyes.
func (r *Rig) eye(_ float32, _ Drive, s Subject) frame.View { return EyeView(s, r.EyeLevel) }

// EyeView looks from a boid's head along its heading. It rolls with the boid, unless level keeps the
// horizon level.
func EyeView(s Subject, level bool) frame.View {
	heading := s.heading(s.ID, look.Eye)
	ahead := heading.Rotate(mgl32.Vec3{0, 0, 1})
	up := heading.Rotate(mgl32.Vec3{0, 1, 0})
	head := s.Boid.Pos.Add(ahead.Mul(0.25 * s.Span)).Add(up.Mul(0.08 * s.Span))
	if level && num.Abs(ahead[1]) < 0.999 {
		up = mgl32.Vec3{0, 1, 0}
	}
	return frame.View{
		Eye: head, Rotation: frame.LookAt(head, head.Add(ahead), up),
		Near: 0.05, Far: Far, Hide: s.Index,
	}
}
