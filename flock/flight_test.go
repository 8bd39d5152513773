package flock

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"pgregory.net/rapid"

	"skein/flock/internal/lanes"
	"skein/flock/internal/stages"
	"skein/flock/snapshots"
	"skein/flock/vec"
)

// checkFrame fails unless up-vectors are unit vectors orthogonal to the heading. The tolerance allows for
// an up-vector that was almost along the heading.
func checkFrame(t rapid.TB, i int, vel, up vec.Vec) {
	u, v := toV3(up), toV3(vel)
	if math.Abs(u.norm()-1) > 1e-4 || math.Abs(u.dot(v.towards())) > 3e-4 {
		t.Fatalf("boid %d: up is %v (length %.6f), not a unit vector across the velocity %v", i, up, u.norm(), vel)
	}
}

// glider returns a World with one bird and no active rules.
func glider(t *testing.T, change func(*Params)) *World {
	t.Helper()
	p := bare()
	put(&p, "flap_rate", 5, "glide_sink", 1, "bank_time", 0.3)
	change(&p)
	w := stage(t, p, []vec.Vec{{X: 0, Y: 50, Z: 0}}, []vec.Vec{{X: 0, Y: 0, Z: 9}})
	return w
}

// termsOf returns the values that the stages of the first flock's present tick need.
func termsOf(w *World) *lanes.Terms {
	f := w.flocks[0]
	terms := f.set.terms(f.Deciding)
	return &terms
}

// turn updates boid 0's attitude for a tick from the velocity before to vel.
func turn(w *World, before, vel vec.Vec) {
	b := w.flocks[0].openBlock(&w.flocks[0].scratch[0], 0, 1)
	b.Vel.Set(0, before)
	b.NextVel.Set(0, vel)
	stages.Fly(b, termsOf(w))
	b.Vel.Set(0, vel)
}

// H16: a descending bird beats on until its wings are open, and then holds them. When it climbs or levels, it
// beats again.
func TestH16Flap(t *testing.T) {
	w := glider(t, func(*Params) {})
	pace := f(w.flocks[0].Boids.Pace[0])
	if pace < 0.9 || pace > 1.1 {
		t.Fatalf("pace %v", pace)
	}
	fly := func(vy float32, ticks int) (phases []float32, glides []bool) {
		for range ticks {
			turn(w, w.flocks[0].Vel(0), vec.Vec{X: 0, Y: vy, Z: 9})
			var s Snapshot
			w.Snapshot(&s)
			phases = append(phases, s.Phase[0])
			glides = append(glides, s.Flags[0]&Gliding != 0)
		}
		return phases, glides
	}
	last := w.flocks[0].Boids.Phase[0]
	phases, glides := fly(0, 60)
	for k, p := range phases {
		on := math.Mod(f(p)-f(last)+1, 1)
		if math.Abs(on-5*pace/30) > 1e-4 || glides[k] {
			t.Fatalf("level flight, tick %d: the phase goes from %v to %v, and gliding is %v; want steady wingbeats", k, last, p, glides[k])
		}
		last = p
	}
	fly(-2, 30) // a second in which the bird turns downwards and begins to glide
	phases, glides = fly(-2, 30)
	for k, p := range phases {
		if p != 0 || !glides[k] {
			t.Fatalf("descending, tick %d: the phase is %v and gliding is %v; want 0 and true", k, p, glides[k])
		}
	}
	if phases, glides = fly(-0.7, 30); phases[29] != 0 || !glides[29] {
		t.Error("the bird flaps although it sinks only a little slower than at the start of the glide")
	}
	if phases, glides = fly(2, 5); phases[0] == 0 || phases[1] == 0 || glides[0] {
		t.Errorf("climbing: the phases are %v, want wingbeats", phases)
	}
}

// H16: every boid starts at its own phase, and in the scene "murmuration" most boids flap while some glide.
func TestH16StartPhasesAndModes(t *testing.T) {
	d := DefaultDef()
	d.WarmUp, d.TickRate = 15, 30
	w := world(t, d)
	var bins [10]int
	gliding, n := 0, 0
	for k := range 1800 {
		w.Step()
		for i := range w.flocks[0].N {
			if k == 0 && w.flocks[0].Boids.Wing[i]&lanes.Held == 0 {
				bins[int(w.flocks[0].Boids.Phase[i]*10)]++
			}
			if w.flocks[0].flags(i)&Gliding != 0 {
				gliding++
			}
			n++
		}
	}
	for b, count := range bins {
		if count < 10 || count > 60 {
			t.Errorf("%d of 300 birds are in tenth %d of the wingbeat, want 10 to 60", count, b)
		}
	}
	share := float64(gliding) / float64(n)
	t.Logf("gliding %.2f", share)
	if share < 0.03 || share > 0.45 {
		t.Errorf("a share of %.2f of the birds glides, want 0.03 to 0.45", share)
	}
}

// In a steady level turn, a bird banks to the inside, with tan(bank) = v²/(r·g).
func TestUpVectorBanks(t *testing.T) {
	const rate, speed, radius = 60, 9.0, 12.0
	p := bare()
	put(&p, "bank_time", 0.35)
	w := world(t, Def{TickRate: rate, Flock: Flock{Params: func() Params { put(&p, "count", 1); return p }()}})
	last := vec.Vec{X: 0, Y: 0, Z: speed}
	for k := range 10 * rate {
		a := float64(k) / rate * speed / radius
		vel := vec.Vec{X: float32(speed * math.Sin(a)), Y: 0, Z: float32(speed * math.Cos(a))} // turns towards +X from +Z: left
		turn(w, last, vel)
		last = vel
		checkFrame(t, 0, vel, w.flocks[0].Boids.Up.At(0))
	}
	heading := toV3(last).towards()
	left := v3{heading[2], 0, -heading[0]}
	up := toV3(w.flocks[0].Boids.Up.At(0))
	bank := math.Atan2(up.dot(left), up[1])
	if want := math.Atan(speed * speed / radius / 9.81); math.Abs(bank-want) > 0.06 {
		t.Errorf("the bank is %.1f°, want %.1f° to the left", bank*180/math.Pi, want*180/math.Pi)
	}
}

// In straight flight, the bank becomes 0 at any rate of climb. Even in vertical flight, the up-vector is
// orthogonal to the heading.
func TestUpVectorLevels(t *testing.T) {
	w := glider(t, func(*Params) {})
	for _, vel := range []vec.Vec{{X: 0, Y: 0, Z: 9}, {X: 5, Y: 3, Z: -2}, {X: 0, Y: 9, Z: 0}, {X: 0, Y: -9, Z: 0}, {X: 0, Y: 0, Z: 0}, {X: -4, Y: 1, Z: 1}} {
		for range 90 {
			turn(w, vel, vel)
			if vel != (vec.Vec{}) {
				checkFrame(t, 0, vel, w.flocks[0].Boids.Up.At(0))
			}
		}
		side := toV3(w.flocks[0].Boids.Up.At(0)).dot(v3{f(vel.Z), 0, -f(vel.X)})
		if math.Abs(side) > 1e-2 {
			t.Errorf("with the velocity %v the boid is banked, with up %v, want it level", vel, w.flocks[0].Boids.Up.At(0))
		}
	}
}

// On a straight course, the pull of the bank fades to exactly 0. Neither the pull nor its square is ever a
// subnormal number.
func TestPullFades(t *testing.T) {
	w := glider(t, func(*Params) {})
	w.Step() // the tick runs the kernel
	b := &w.flocks[0].Boids
	for _, step := range []func(vec.Vec){
		func(vel vec.Vec) { turn(w, vel, vel) },
		func(vel vec.Vec) { b.Vel.Set(0, vel); w.Step() },
	} {
		pull, ticks := v3{3, -1, 0.001}, 0
		for b.Pull.Set(0, vec.Vec{X: 3, Y: -1, Z: 0.001}); pull != (v3{}); ticks++ {
			step(vec.Vec{X: 4, Y: 1, Z: 2})
			pull = toV3(b.Pull.At(0))
			for _, x := range pull {
				if x != 0 && math.Abs(x) < 1e-13 {
					t.Fatalf("tick %d: the pull is %v, want exactly 0 in place of such a small value", ticks, pull)
				}
			}
			if ticks > 600 {
				t.Fatalf("the pull is still %v after 600 ticks, want 0", pull)
			}
		}
		if ticks < 200 {
			t.Errorf("the pull was gone after %d ticks, want at least 200", ticks)
		}
	}
}

// In the scene "murmuration", up-vectors seldom turn faster than 60° per second, so a camera on a bird's back
// is calm.
func TestUpVectorIsCalm(t *testing.T) {
	d := DefaultDef()
	d.WarmUp, d.Index = 10, Matrix
	put(&d.Params, "count", 120)
	w := world(t, d)
	last := make([]v3, w.flocks[0].N)
	fast, n := 0, 0
	for k := range 1800 {
		w.Step()
		for i := range w.flocks[0].N {
			up := toV3(w.flocks[0].Boids.Up.At(i))
			if k > 0 {
				n++
				if up.minus(last[i]).norm()*60 > 60*math.Pi/180 {
					fast++
				}
			}
			last[i] = up
		}
	}
	if share := float64(fast) / float64(n); share > 0.02 {
		t.Errorf("up turns faster than 60°/s in a share of %.3f of the ticks, want at most 0.02", share)
	}
}

// H17: the rotation of a drawn bird turns +Z to the heading and +Y to the up-vector, and is proper for any
// input.
func TestH17Orientation(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		axis := func(label string) mgl32.Vec3 {
			c := rapid.SampledFrom([]float32{0, 1, -1, 9, 1e-4, -0.3, 40})
			return mgl32.Vec3{c.Draw(rt, label+" x"), c.Draw(rt, label+" y"), c.Draw(rt, label+" z")}
		}
		vel, up := axis("vel"), axis("up")
		q := snapshots.Orientation(vel, up)
		forward, lift, side := q.Rotate(mgl32.Vec3{0, 0, 1}), q.Rotate(mgl32.Vec3{0, 1, 0}), q.Rotate(mgl32.Vec3{1, 0, 0})
		v, u := toV3(vec.FromArray(vel)), toV3(vec.FromArray(up))
		if n := q.Norm(); math.Abs(f(n)-1) > 1e-5 {
			rt.Fatalf("norm %v", n)
		}
		if det := mgl32.Mat3FromCols(side, lift, forward).Det(); math.Abs(f(det)-1) > 1e-4 {
			rt.Fatalf("determinant %v", det)
		}
		if v.norm() > 0 && toV3(vec.FromArray(forward)).dot(v.towards()) < 1-1e-5 {
			rt.Fatalf("forward is %v for the velocity %v, want the same direction", forward, vel)
		}
		across := u.minus(v.towards().times(u.dot(v.towards())))
		if across.norm() > 0.01*u.norm() && toV3(vec.FromArray(lift)).dot(across.towards()) < 1-1e-3 {
			rt.Fatalf("the attitude's up is %v for up %v and the velocity %v, want up's part across the velocity", lift, up, vel)
		}
	})
}
