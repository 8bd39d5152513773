package fit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/metrics/field"
)

// portraitOf returns a portrait of birds that fly along x on a jittered lattice. Every other bird swings up
// and down once a second, with an acceleration of up to swing. Units are metres and seconds.
func portraitOf(apart, speed, swing float64, seed uint64) *field.Portrait {
	r := rand.New(rand.NewPCG(seed, 1))
	p := field.NewPortrait(0.4)
	var positions []mgl32.Vec3
	for x := range 6 {
		for y := range 4 {
			for z := range 6 {
				jitter := mgl32.Vec3{r.Float32() - 0.5, r.Float32() - 0.5, r.Float32() - 0.5}.Mul(0.1 * float32(apart))
				positions = append(positions, mgl32.Vec3{float32(x), float32(y), float32(z)}.Mul(float32(apart)).Add(jitter))
			}
		}
	}
	for k := range 90 {
		t := float64(k) / 15
		v := mgl32.Vec3{float32(speed), 0, 0}
		f := field.Frame{Seconds: t, Pos: make([]mgl32.Vec3, len(positions)), Vel: make([]mgl32.Vec3, len(positions))}
		for i := range positions {
			f.Pos[i], f.Vel[i] = positions[i].Add(v.Mul(float32(t))), v
			f.Vel[i][1] = float32(float64(i%2) * swing / (2 * math.Pi) * math.Sin(2*math.Pi*t))
		}
		p.Frame(&f)
	}
	return p
}

// All birds move in the same way, so all quantiles of a trait are equal.
func TestPortrait(t *testing.T) {
	p := portraitOf(2, 9, 0, 1)
	for key, want := range map[string]float64{"speed": 9, "restless": 0, "climb": 0, "apart": 0, "astray": 0} {
		q := p.Quantiles(key)
		if len(q) == 0 || math.Abs(q[0]-want) > 0.02 || math.Abs(q[len(q)-1]-want) > 0.02 {
			t.Errorf("the quantiles of %s are %v, want %g for all", key, q, want)
		}
	}
	// Half of the birds swing with an acceleration of 6 sin 2πt. So each bird deviates from the mean by 3
	// |sin 2πt|. Averaged over a fifth of a second, this is at most 3 sin(π/5)/(π/5).
	q, most := portraitOf(2, 9, 6, 1).Quantiles("restless"), 3*math.Sin(math.Pi/5)/(math.Pi/5)
	if top := q[len(q)-1]; top < 0.8*most || top > most+0.01 {
		t.Errorf("restless is %.3f at most, want nearly %.3f", top, most)
	}
	if q := p.Quantiles("first"); q[0] < 1.6 || q[len(q)-1] > 2.05 {
		t.Errorf("first is from %v to %v, want about 2 within the jitter", q[0], q[len(q)-1])
	}
	if p.Birds() != 144 || len(p.Quantiles("nobody")) != 0 {
		t.Errorf("there are %g birds, want 144, and the quantiles of an unknown measure are %v, want none", p.Birds(), p.Quantiles("nobody"))
	}
}

// The cost of a flock is 0 against itself, and grows with differences in spacing, speed and acceleration.
func TestToPortrait(t *testing.T) {
	wanted := portraitOf(2, 9, 3, 1)
	cost := func(apart, speed, swing float64) float64 {
		c, _ := Cost(ToPortrait(portraitOf(apart, speed, swing, 2), wanted))
		return c
	}
	same := cost(2, 9, 3)
	for _, c := range [][2]float64{
		{same, cost(2.2, 9, 3)}, {cost(2.2, 9, 3), cost(3, 9, 3)},
		{same, cost(2, 10, 3)}, {same, cost(2, 9, 6)},
	} {
		if !(1.1*c[0] < c[1]) {
			t.Errorf("the costs are %.4f and %.4f; the less similar flock must cost more", c[0], c[1])
		}
	}
	if self, _ := Cost(ToPortrait(wanted, wanted)); self != 0 {
		t.Errorf("a portrait compared with itself costs %g, want 0", self)
	}
}

// Terms that were not measured do not count, and extremes give no terms.
func TestToPortraitLeavesOutWhatIsNotMeasured(t *testing.T) {
	wanted := portraitOf(2, 9, 3, 1)
	terms := ToPortrait(field.NewPortrait(0.4), wanted)
	if len(terms) < 10 {
		t.Fatalf("%d terms", len(terms))
	}
	for _, term := range terms {
		if term.Cost != nil || term.Value != nil {
			t.Errorf("no bird was measured, but %s costs %g", term.Key, *term.Cost)
		}
		if term.Key == "disordered" {
			t.Error("there is a term for the longest time of disorder, want none")
		}
	}
	if cost, measured := Cost(terms); cost != Worst || measured {
		t.Errorf("no bird was measured, and the cost is %g; want the worst", cost)
	}
}
