package engine

import "github.com/go-gl/mathgl/mgl32"

// eye sees with a boid's eyes.
func (r *Rig) eye(_ float32, _ Drive, s Subject) View { return eyes(s, r.EyeLevel) }

// eyes looks along a boid's heading, from its head: rolled by its up-vector, unless the
// horizon is to stay level.
func eyes(s Subject, level bool) View {
	heading := s.heading(s.ID, Eye)
	ahead := heading.Rotate(mgl32.Vec3{0, 0, 1})
	up := heading.Rotate(mgl32.Vec3{0, 1, 0})
	head := s.Boid.Pos.Add(ahead.Mul(0.25 * s.Span)).Add(up.Mul(0.08 * s.Span))
	if level && abs(ahead[1]) < 0.999 {
		up = mgl32.Vec3{0, 1, 0}
	}
	return View{
		Eye: head, Rotation: LookAt(head, head.Add(ahead), up),
		Near: 0.05, Far: far, Hide: s.Index,
	}
}
