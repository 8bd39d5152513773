package rules

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// A boid flies at 10 m/s along Z, and a flockmate crosses its course from the right at the same speed. They
// would meet 2 m ahead of the boid, in 0.2 s, if the flockmate did not pass 0.1 m above that point.
func TestDodge(t *testing.T) {
	r := &Dodge{Gain: 30, Seconds: 0.4, Reach: 0.4, Nearest: 2}
	ahead := vec.Vec{Z: 1}
	me := &flock.Self{Heading: ahead, Vel: ahead.Scale(10), Speed: 10}
	mate := func(place, vel vec.Vec) flock.Mate {
		return flock.Mate{Direction: place.Unit(), Distance: place.Length(), Vel: vel}
	}
	left := vec.Vec{X: -10}
	// stop returns the acceleration towards a place that stops an approach at this speed along Y or Z. It
	// stops within the distance minus three quarters of the range.
	stop := func(place vec.Vec, speed float32) vec.Vec {
		along := (place.Z - place.Y) / place.Length() * speed
		return place.Unit().Scale(along * along / 2 / (place.Length() - 0.3))
	}
	crosses := mate(vec.Vec{X: 2, Y: 0.1, Z: 2}, left)
	// Both terms of the formula point straight down. The closest approach is 0.3 m less than the range.
	const late = 0.2 + 1./30
	const want = -2 * 2 * 0.3 / (late * late)
	for _, one := range []struct {
		what  string
		mates []flock.Mate
		want  vec.Vec // the steering force, m/s²
	}{
		{"a flockmate that passes above", []flock.Mate{crosses}, vec.Vec{Y: want}},
		{"a flockmate that passes below", []flock.Mate{mate(vec.Vec{X: 2, Y: -0.1, Z: 2}, left)}, vec.Vec{Y: -want}},
		{"a flockmate that has passed", []flock.Mate{mate(vec.Vec{X: -1, Z: -1}, left)}, vec.Vec{}},
		{"a flockmate that passes later", []flock.Mate{mate(vec.Vec{X: 5, Z: 5}, left)}, vec.Vec{}},
		{"a flockmate that passes at a distance", []flock.Mate{mate(vec.Vec{X: 2, Y: 0.5, Z: 2}, left)}, vec.Vec{}},
		{"a flockmate with the same velocity", []flock.Mate{mate(vec.Vec{Z: 0.5}, ahead.Scale(10))}, vec.Vec{}},
		{"a perched flockmate", []flock.Mate{mate(vec.Vec{Y: 0.1, Z: 2}, vec.Vec{})}, vec.Vec{}},
		{"two flockmates", []flock.Mate{crosses, crosses}, vec.Vec{Y: -30}},
		{"a third flockmate", []flock.Mate{{Vel: left}, {Vel: left}, crosses}, vec.Vec{}},
		// The flockmate rises at 3 m/s, straight along "up", and would pass 0.1 m to the left in 0.3 s.
		{"a flockmate that rises from below", []flock.Mate{mate(vec.Vec{X: 0.1, Y: -0.9}, vec.Vec{Y: 3, Z: 10})},
			vec.Vec{X: -2 * 0.3 / (0.3 + 1./30) / (0.3 + 1./30)}.Sub(stop(vec.Vec{X: 0.1, Y: -0.9}, 3))},
		// The flockmate is 3.2 m/s slower, and would be 0.1 m to the left in 0.25 s.
		{"a slower flockmate on the same course", []flock.Mate{mate(vec.Vec{X: 0.1, Z: 0.8}, ahead.Scale(6.8))},
			vec.Vec{X: -1, Y: 1}.Scale(2 * 0.3 / (0.25 + 1./30) / (0.25 + 1./30)).Sub(stop(vec.Vec{X: 0.1, Z: 0.8}, 3.2))},
	} {
		if got := r.Steer(me, one.mates).Scale(30); got.Sub(one.want).Length() > 1e-2 {
			t.Errorf("%s: the steering force is %v m/s², want %v", one.what, got, one.want)
		}
	}
}

// Two birds on crossing courses dodge to opposite sides, equally hard, even if their speeds differ.
func TestDodgeToOppositeSides(t *testing.T) {
	r := &Dodge{Gain: 100, Seconds: 0.4, Reach: 0.4, Nearest: 1}
	vel := [2]vec.Vec{{Z: 12}, {X: -3, Y: 0.5, Z: -5}}
	place := vec.Vec{X: 0.7, Y: 0.1, Z: 2}
	var got [2]vec.Vec
	for k, to := range []vec.Vec{place, place.Neg()} {
		me := &flock.Self{Heading: vel[k].Unit(), Vel: vel[k], Speed: vel[k].Length()}
		got[k] = r.Steer(me, []flock.Mate{{Direction: to.Unit(), Distance: to.Length(), Vel: vel[1-k]}}).Scale(30)
	}
	if got[0].Length() < 1 || got[0].Add(got[1]).Length() > 1e-3*got[0].Length() {
		t.Errorf("the steering forces are %v and %v m/s², want opposite ones", got[0], got[1])
	}
}

// The kernel computes the same force as the formula. Many pairs come almost exactly as near, or almost
// exactly as soon, as the limits of the rule allow.
func TestDodgeKernel(t *testing.T) {
	next := lanes.Fast().Dodge.Next
	if next == nil {
		t.Skip("this machine or build has no kernels")
	}
	rng := rand.New(rand.NewPCG(9, 10))
	b := &lanes.Block{N: lanes.Size, Seen: lanes.MakeSeen(), Mate: lanes.MakeMates()}
	b.Vel.Resize(lanes.Size)
	b.Mate.Sums = lanes.MakeMateSums()
	dodges, spared := 0, 0
	for range 400 {
		r := &Dodge{Gain: 50, Seconds: 0.1 + rng.Float32(), Reach: 0.1 + rng.Float32(), Nearest: 1}
		var terms lanes.Terms
		r.Terms(&terms)
		b.Mate.Sums.Clear(b.N)
		want := make([]vec.Vec, b.N)
		for i := range want {
			me, mate := meeting(rng, r)
			fillPair(b, i, me, &mate)
			if want[i] = r.dodge(me, &mate); want[i] == (vec.Vec{}) {
				spared++
			} else {
				dodges++
			}
		}
		next(b, &terms)
		for i, want := range want {
			if got := b.Mate.Sums.First.At(i); got != want {
				t.Fatalf("the kernel adds %v, want %v", got, want)
			}
		}
	}
	if min(dodges, spared) < 10_000 {
		t.Errorf("%d pairs dodge and %d do not, want 10,000 of each", dodges, spared)
	}
}

// meeting returns a boid and a mate on courses that meet near the limits of the rule.
func meeting(rng *rand.Rand, r *Dodge) (*flock.Self, flock.Mate) {
	anyVec := func(size float32) vec.Vec {
		return vec.Vec{X: rng.Float32() - 0.5, Y: rng.Float32() - 0.5, Z: rng.Float32() - 0.5}.Scale(2 * size)
	}
	about := func(x float32) float32 {
		return x * (1 + float32(rng.Float64()-0.5)*float32(math.Pow(10, -6*rng.Float64())))
	}
	me := &flock.Self{Vel: anyVec(15).Quantized()}
	me.Speed, me.Heading = me.Vel.Length(), me.Vel.Unit()
	vel := anyVec(15)
	if rng.IntN(3) == 0 { // almost the same velocity
		vel = me.Vel.Add(anyVec(0.01))
	}
	vel = vel.Quantized()
	rel := vel.Sub(me.Vel)
	miss := anyVec(1).Across(rel.Unit()).Unit().Scale(about(r.Reach))
	to := miss.Sub(rel.Scale(about(r.Seconds) * []float32{1, 1, 0.5, 0, -1}[rng.IntN(5)]))
	return me, flock.Mate{Direction: to.Unit(), Distance: to.Length(), Vel: vel}
}

func fillPair(b *lanes.Block, i int, me *flock.Self, mate *flock.Mate) {
	b.Vel.Set(i, me.Vel)
	b.Mate.To.Set(i, mate.Direction)
	b.Mate.Heading.Set(i, mate.Vel.Unit())
	b.Mate.Apart[i], b.Mate.Shown[i] = mate.Distance, vec.Rough(mate.Vel.Length())
}
