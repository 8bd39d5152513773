package encounter

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock/internal/lanes"
	"skein/flock/internal/solid"
	"skein/flock/vec"
)

// upright is the orientation of an obstacle that is not turned.
var upright = [3]solid.Vec{{X: 1}, {Y: 1}, {Z: 1}}

func at(b solid.Body, x, y, z float32) solid.Body {
	return b.Place(solid.Vec{X: x, Y: y, Z: z}, upright, 1)
}

// one returns a block of one boid and its motion to the next tick, which takes dt seconds.
func one(pos, vel vec.Vec, dt float32) *lanes.Block {
	b := &lanes.Block{N: 1}
	for _, v := range []*lanes.Vec{&b.Pos, &b.Vel, &b.Heading, &b.Next, &b.NextVel} {
		v.Resize(1)
	}
	b.Speed = make([]float32, 1)
	b.Pos.Set(0, pos)
	b.Vel.Set(0, vel)
	b.Heading.Set(0, vel.Unit())
	b.Speed[0] = vel.Length()
	b.Next.Set(0, pos.Add(vel.Scale(dt)))
	b.NextVel.Set(0, vel)
	return b
}

func noLimit(*lanes.Block, int) float32 { return 100 }

func randomVec(r *rand.Rand, size float64) vec.Vec {
	x := func() float32 { return float32((2*r.Float64() - 1) * size) }
	return vec.Vec{X: x(), Y: x(), Z: x()}
}

// A place is free of balls if its distance to each centre is at least the radius plus the distance to keep.
func TestIsFreeOfBalls(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	free, taken := 0, 0
	for range 2000 {
		const keep = 0.3
		var o Obstacles
		var gap float64 = math.Inf(1)
		p := randomVec(r, 3)
		for range 3 {
			c, radius := randomVec(r, 3), 0.5+2*r.Float64()
			o.Bodies = append(o.Bodies, at(solid.Ball(float32(radius)), c.X, c.Y, c.Z))
			gap = min(gap, math.Hypot(math.Hypot(float64(p.X-c.X), float64(p.Y-c.Y)), float64(p.Z-c.Z))-radius)
		}
		if math.Abs(gap-keep) < 1e-4 {
			continue
		}
		if got, want := o.IsFree(p, keep), gap > keep; got != want {
			t.Fatalf("%.3f m from the nearest ball, free is %t, want %t", gap, got, want)
		} else if want {
			free++
		} else {
			taken++
		}
	}
	if free < 100 || taken < 100 {
		t.Errorf("%d places are free and %d are not; the test needs more of both", free, taken)
	}
}

// The nearest free place outside a ball lies on the ray from its centre.
func TestFreePlaceBesideABall(t *testing.T) {
	const radius, keep = 3, 0.25
	o := Obstacles{Bodies: []solid.Body{at(solid.Ball(radius), 1, 20, -2)}, Floor: -1000}
	centre := vec.Vec{X: 1, Y: 20, Z: -2}
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		way := randomVec(r, 1).Unit()
		to, ok := o.FreePlace(centre.Add(way.Scale(0.1+2.5*r.Float32())), keep)
		if want := centre.Add(way.Scale(radius + keep + slack)); !ok || to.Sub(want).Length() > 0.02 {
			t.Fatalf("the free place is %v (found: %t), want %v", to, ok, want)
		}
	}
}

// A boid that flies at an angle into level ground slides along it. It keeps the level part of its velocity if
// that is at least half of its speed.
func TestSlideAlongGround(t *testing.T) {
	const keep = 0.2
	o := Obstacles{Bodies: []solid.Body{at(solid.HalfSpace(), 0, 0, 0)}, Clearance: keep, Floor: -1000}
	var m Memory
	for _, c := range []struct{ vel, want vec.Vec }{
		{vec.Vec{X: 8, Y: -6}, vec.Vec{X: 8}},
		{vec.Vec{X: 3, Y: -12, Z: 4}, vec.Vec{X: 3.9, Z: 5.2}}, // the level part, 5 m/s, is less than half of 13 m/s
	} {
		b := one(vec.Vec{X: 5, Y: 0.5, Z: 7}, c.vel, 0.1)
		o.KeepOut(&m, b, noLimit)
		if got := b.NextVel.At(0); got.Sub(c.want).Length() > 2*vec.Quantum {
			t.Errorf("a boid with the velocity %v slides at %v, want %v", c.vel, got, c.want)
		}
		end := b.Next.At(0)
		if end.Y < keep/2 || end.Y > keep+2*slack {
			t.Errorf("a boid with the velocity %v ends %.3f m above the ground, want about %g m", c.vel, end.Y, keep)
		}
	}
	// The limit of speed is in the unit of the velocities.
	b := one(vec.Vec{Y: 0.5}, vec.Vec{X: 8, Y: -6}, 0.1)
	o.KeepOut(&m, b, func(*lanes.Block, int) float32 { return 5 })
	if got := b.NextVel.At(0); got.Sub(vec.Vec{X: 5}).Length() > 2*vec.Quantum {
		t.Errorf("with a limit of 5 m/s, the velocity is %v, want (5, 0, 0) m/s", got)
	}
	// Nothing changes for a boid that does not reach the ground.
	b = one(vec.Vec{Y: 3}, vec.Vec{X: 8, Y: -6}, 0.1)
	old, vel := b.Next.At(0), b.NextVel.At(0)
	if o.KeepOut(&m, b, noLimit); b.Next.At(0) != old || b.NextVel.At(0) != vel {
		t.Errorf("a boid far above the ground is moved from %v to %v", old, b.Next.At(0))
	}
}

// No boid enters a ball in many steps, from any direction and at any speed.
func TestKeepOutOfABall(t *testing.T) {
	const radius, keep = 2, 0.2
	o := Obstacles{Bodies: []solid.Body{at(solid.Ball(radius), 0, 50, 0)}, Clearance: keep, Floor: -1000}
	r := rand.New(rand.NewPCG(5, 6))
	var m Memory
	met := 0
	for range 300 {
		away := randomVec(r, 1).Unit()
		pos := vec.Vec{Y: 50}.Add(away.Scale(radius + 1)).Quantized()
		vel := away.Scale(-1).Add(randomVec(r, 0.6)).Unit().Scale(1 + 30*r.Float32())
		for range 20 {
			b := one(pos, vel, 1./30)
			free := b.Next.At(0)
			o.KeepOut(&m, b, noLimit)
			if b.Next.At(0) != free {
				met++
			}
			pos, vel = b.Next.At(0), b.NextVel.At(0)
			if gap := pos.Sub(vec.Vec{Y: 50}).Length() - radius; gap < keep/2-0.01 {
				t.Fatalf("a boid is %.3f m from the ball, want at least %.3f m", gap, keep/2)
			}
		}
	}
	if met < 100 {
		t.Errorf("%d steps met the ball; the test needs more", met)
	}
}

// The way to a ball and the normal there follow from the quadratic equation of ray and sphere.
func TestFindAhead(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	found, missed := 0, 0
	for range 500 {
		const berth, seconds = 0.5, 2
		radius := 1 + 2*r.Float64()
		o := Obstacles{Bodies: []solid.Body{at(solid.Ball(float32(radius)), 0, 30, 0)}, Floor: -1000}
		pos := vec.Vec{Y: 30}.Add(randomVec(r, 1).Unit().Scale(12))
		vel := vec.Vec{Y: 30}.Sub(pos).Unit().Add(randomVec(r, 0.4)).Unit().Scale(10)
		b := one(pos, vel, 1./30)
		var m Memory
		has := o.ListAhead(&m, b, 0, 1, seconds, berth) && o.FindAhead(&m, b, 0, Look{Seconds: seconds, Berth: berth}, seconds)
		c, u := pos.Sub(vec.Vec{Y: 30}), vel.Unit()
		along := float64(c.Dot(u))
		inside := along*along - float64(c.Dot(c)) + (radius+berth)*(radius+berth)
		const slack = 0.05 // rays may stop this far before the surface, along its normal
		nearest := math.Sqrt(math.Max(0, float64(c.Dot(c))-along*along))
		if math.Abs(nearest-radius-berth) < slack+0.01 {
			continue // the ray only grazes the sphere
		}
		if has != (inside > 0) {
			t.Fatalf("an obstacle is ahead: %t, want %t", has, inside > 0)
		}
		if !has {
			missed++
			continue
		}
		found++
		free, got := -along-math.Sqrt(inside), float64(m.Ahead.Free)
		normal := c.Add(u.Scale(m.Ahead.Free)).Unit()
		if early := free - got; early < -1e-3 || early > slack/float64(-normal.Dot(u))+1e-3 {
			t.Fatalf("the ball is %.3f m ahead, want %.3f m", got, free)
		}
		if math.Abs(float64(m.Ahead.Seconds)-got/10) > 1e-4 {
			t.Fatalf("the boid reaches the ball after %.3f s, want %.3f s", m.Ahead.Seconds, got/10)
		}
		if m.Ahead.Normal.Sub(normal).Length() > 1e-3 {
			t.Fatalf("the normal is %v, want %v", m.Ahead.Normal, normal)
		}
		if clear := m.Ahead.Clear(u.Neg()); clear != m.Ahead.Far {
			t.Fatalf("away from the ball, %g m are clear, want %g m", clear, m.Ahead.Far)
		}
	}
	if found < 50 || missed < 50 {
		t.Errorf("%d rays meet the ball and %d miss it; the test needs more of both", found, missed)
	}
}

// A wall near the edge of a world that wraps around has an image beyond the other edge.
func TestImages(t *testing.T) {
	const side = 40
	o := Obstacles{Bodies: Images([]solid.Body{at(solid.Ball(2), 19, 20, 0)}, side)}
	for _, c := range []struct {
		p    vec.Vec
		free bool
	}{
		{vec.Vec{X: 18, Y: 20}, false}, {vec.Vec{X: -19.5, Y: 20}, false}, {vec.Vec{X: -18, Y: 20}, true},
		{vec.Vec{X: -19.5, Y: 25}, true}, {vec.Vec{X: 0, Y: 20}, true},
	} {
		if got := o.IsFree(c.p, 0.1); got != c.free {
			t.Errorf("%v is free: %t, want %t", c.p, got, c.free)
		}
	}
}
