package snapshots

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/vec"
)

// Orientation returns the rotation from a bird's axes (+Z forward, +Y up) to the world's axes. It is defined
// for any finite velocity and up-vector. A bird at rest faces in a direction orthogonal to its up-vector. An
// up-vector parallel to the heading is replaced by one orthogonal to the heading.
func Orientation(vel, up mgl32.Vec3) mgl32.Quat {
	forward, lift := vec.FromArray(vel).Unit(), vec.FromArray(up).Unit()
	if forward == (vec.Vec{}) {
		forward = levelForward(lift)
	}
	lift = lift.Across(forward)
	if lift.Dot(lift) < 1e-10 {
		lift = vec.Vec{X: 0, Y: 1, Z: 0}.Across(forward)
	}
	if lift.Dot(lift) < 1e-10 {
		lift = vec.Perpendicular(forward)
	}
	lift = lift.Unit()
	side := lift.Cross(forward)
	return rotationOf(side, lift, forward).Normalize()
}

// rotationOf returns the rotation that maps the coordinate axes to x, y and z, three orthogonal unit vectors.
// It computes the same bits as mgl32.Mat4ToQuat.
func rotationOf(x, y, z vec.Vec) mgl32.Quat {
	switch trace := x.X + y.Y + z.Z; {
	case trace > 0:
		s := float32(0.5 / math.Sqrt(float64(trace+1)))
		return mgl32.Quat{W: 0.25 / s, V: mgl32.Vec3{(y.Z - z.Y) * s, (z.X - x.Z) * s, (x.Y - y.X) * s}}
	case x.X > y.Y && x.X > z.Z:
		s := float32(2 * math.Sqrt(float64(1+x.X-y.Y-z.Z)))
		return mgl32.Quat{W: (y.Z - z.Y) / s, V: mgl32.Vec3{0.25 * s, (y.X + x.Y) / s, (z.X + x.Z) / s}}
	case y.Y > z.Z:
		s := float32(2 * math.Sqrt(float64(1+y.Y-x.X-z.Z)))
		return mgl32.Quat{W: (z.X - x.Z) / s, V: mgl32.Vec3{(y.X + x.Y) / s, 0.25 * s, (z.Y + y.Z) / s}}
	default:
		s := float32(2 * math.Sqrt(float64(1+z.Z-x.X-y.Y)))
		return mgl32.Quat{W: (x.Y - y.X) / s, V: mgl32.Vec3{(z.X + x.Z) / s, (z.Y + y.Z) / s, 0.25 * s}}
	}
}

// Attitude returns the rotation of a boid. It is the [Orientation] for the boid's velocity through the air. A
// boid that lands at less than 5 m/s also pitches up, by up to 50°, and more as it slows down.
func (b *Boid) Attitude() mgl32.Quat {
	// the heading, because the direction of the velocity is unstable at low speed
	ahead := vec.FromArray(b.heading)
	if ahead == (vec.Vec{}) {
		ahead = vec.FromArray(b.ThroughAir())
	}
	if b.Flags&Landing == 0 {
		return Orientation(ahead.Array(), b.Up)
	}
	const from, to = 5, 0.8             // speeds at which the bird begins to flare and at which it flares fully, m/s
	const sine, cosine = 0.7660, 0.6428 // sine and cosine of 50°
	share := float32(vec.Smoothstep(max(0, min((from-ahead.Length())/(from-to), 1))))
	flared := ahead.Flat().Unit().Scale(cosine).Add(vec.Vec{Y: sine})
	return Orientation(ahead.Unit().Scale(1-share).Add(flared.Scale(share)).Array(), b.Up)
}

// Attitude returns the rotation of boid i; see [Boid.Attitude].
func (s *Snapshot) Attitude(i int) mgl32.Quat {
	b := s.Boid(i)
	return b.Attitude()
}

// levelForward returns the heading of a bird at rest: the unit vector nearest to +Z that is orthogonal to
// lift.
func levelForward(lift vec.Vec) vec.Vec {
	if lift == (vec.Vec{}) {
		return vec.Vec{X: 0, Y: 0, Z: 1}
	}
	if f := (vec.Vec{X: 0, Y: 0, Z: 1}).Across(lift); f.Dot(f) > 1e-6 {
		return f.Unit()
	}
	return vec.Perpendicular(lift)
}
