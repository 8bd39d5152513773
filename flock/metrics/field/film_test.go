package field

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
	"skein/flock/vec"
)

func measuredCard(seconds float64, motion func(t float64) (pos, vel []vec.Vec64)) *Card {
	c := NewCard(0.4)
	for k := range int(seconds*30) + 1 {
		t := float64(k) / 30
		f := Frame{Seconds: t}
		pos, vel := motion(t)
		f.Pos, f.Vel = singles(pos), singles(vel)
		c.Frame(&f)
	}
	return c
}

func singles(all []vec.Vec64) (out []mgl32.Vec3) {
	for _, a := range all {
		out = append(out, mgl32.Vec3{float32(a[0]), float32(a[1]), float32(a[2])})
	}
	return out
}

func value(c *Card, key string, figure int) float64 {
	for _, l := range c.Lines() {
		if l.Key == key && l.All()[figure].Value != nil {
			return *l.All()[figure].Value
		}
	}
	return math.NaN()
}

// In a lattice that moves as a whole, all neighbours are kept.
func TestKeptNeighboursInALattice(t *testing.T) {
	pos := lattice(1.2, 0, 6)
	r := chance()
	for i := range pos { // makes all distances different
		pos[i] = pos[i].Add(vec.Vec64{r.Float64(), r.Float64(), r.Float64()}.Scale(0.1))
	}
	c := measuredCard(5, func(s float64) (positions, vel []vec.Vec64) {
		for _, p := range pos {
			positions, vel = append(positions, p.Add(vec.Vec64{0, 0, 8 * s})), append(vel, vec.Vec64{0, 0, 8})
		}
		return positions, vel
	})
	wantWithin(t, "after 1 s", value(c, "kept", 0), 1, 0)
	wantWithin(t, "after 3.5 s", value(c, "kept", 1), 1, 0)
	wantWithin(t, "polarization", value(c, "polarization", 0), 1, 1e-9)
	wantWithin(t, "below 0.8", value(c, "polarization", 1), 0, 0)
}

// Every second, a random half of the birds change places, so 1/4 of the neighbours is kept after 1 s, and 2⁻⁸
// after 4 s.
func TestKeptNeighboursIfHalfSwap(t *testing.T) {
	pos, r := ellipsoid(chance(), 1500, vec.Vec64{14, 8, 10}), chance()
	done := 0
	c := measuredCard(9, func(s float64) (positions, vel []vec.Vec64) {
		for ; float64(done) < s; done++ {
			half := r.Perm(len(pos))[:len(pos)/2]
			for k := 1; k < len(half); k++ {
				pos[half[0]], pos[half[k]] = pos[half[k]], pos[half[0]]
			}
		}
		return pos, forwards(r, len(pos))
	})
	wantWithin(t, "after 1 s", value(c, "kept", 0), 0.25, 0.02)
	wantWithin(t, "after 3.5 s", value(c, "kept", 1), 0.01, 0.01)
}

// The exponent of the squared distance is 1 in a random walk, 2 in straight flight, and 1.58 for a distance
// of t^0.79.
func TestDiffusionExponent(t *testing.T) {
	for what, c := range map[string]struct {
		power, want float64 // exponent of the distance over time; 0 means a random walk
	}{"at random": {0, 1}, "straight": {1, 2}, "between": {0.79, 1.58}} {
		r := chance()
		start, ways := ellipsoid(r, 600, vec.Vec64{14, 8, 10}), forwards(r, 600)
		pos := make([]vec.Vec64, len(start))
		copy(pos, start)
		if c.power > 0 && c.power < 1 {
			wantWithin(t, what, exponentOf(start, ways, c.power), c.want, 0.01)
			continue
		}
		card := measuredCard(9, func(s float64) (positions, vel []vec.Vec64) {
			for i := range pos {
				if c.power == 0 {
					pos[i] = pos[i].Add(vec.Vec64{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Scale(0.02))
				} else {
					pos[i] = start[i].Add(ways[i].Scale(s))
				}
			}
			return pos, ways
		})
		wantWithin(t, what, value(card, "diffusion", 0), c.want, 0.05)
	}
}

// exponentOf returns the measured exponent of birds whose displacements grow with a power of time.
func exponentOf(start, ways []vec.Vec64, power float64) float64 {
	at := func(s float64) *instant {
		f := &instant{seconds: s, id: make([]int32, len(start)), vel: ways}
		for i := range start {
			f.id[i] = int32(i)
			f.pos = append(f.pos, start[i].Add(ways[i].Scale(math.Pow(s, power))))
		}
		return f
	}
	o := &origin{instant: at(0), near: neighbours(start, interactingCount)}
	for k := range 120 {
		o.follow(at(float64(k)/30), 1./60)
	}
	return o.exponent()
}

// cardOfTurn returns the card of a flock that turns by 90° from z to x and moves as a whole. when returns a
// bird's delay, in seconds, and whether the bird turns.
func cardOfTurn(n int, when func(r *rand.Rand, p vec.Vec64) (delay float64, turns bool)) *Card {
	r := chance()
	pos := ellipsoid(r, n, vec.Vec64{4, 3, 14})
	var delays []float64
	var turns []bool
	for _, p := range pos {
		d, ok := when(r, p)
		delays, turns = append(delays, d), append(turns, ok)
	}
	way := vec.Vec64{}
	return measuredCard(16, func(s float64) (positions, vel []vec.Vec64) {
		for i, p := range pos {
			angle := 0.0
			if turns[i] {
				angle = math.Pi / 2 / (1 + math.Exp(-(s-8-delays[i])/0.25))
			}
			angle += 0.02 * r.NormFloat64()
			vel = append(vel, vec.Vec64{10 * math.Sin(angle), 0.2 * r.NormFloat64(), 10 * math.Cos(angle)})
			positions = append(positions, p.Add(way))
		}
		way = way.Add(vec.Mean(vel).Scale(1. / 30))
		return positions, vel
	})
}

// The measured speed of a turn is right if the turn starts at the tip or in the middle, or runs along an
// axis. Turns at once or in random order are not waves, and birds that fly straight on are not followers.
func TestTurnWave(t *testing.T) {
	tip := vec.Vec64{0, 0, 14}
	for what, c := range map[string]struct {
		when           func(r *rand.Rand, p vec.Vec64) (float64, bool)
		speed, by      float64 // 0: any
		linear, follow float64 // smallest R² or, if negative, minus the largest R²; percentage of followers
	}{
		"along the flock": {func(_ *rand.Rand, p vec.Vec64) (float64, bool) { return -p[2] / 15, true }, 15, 0.8, 0.95, 100},
		"across":          {func(_ *rand.Rand, p vec.Vec64) (float64, bool) { return p[0] / 12, true }, 12, 1.2, 0.8, 100},
		"from the tip":    {func(_ *rand.Rand, p vec.Vec64) (float64, bool) { return p.Distance(tip)/18 - 0.8, true }, 18, 1.5, 0.95, 100},
		"from the middle": {func(_ *rand.Rand, p vec.Vec64) (float64, bool) { return p.Length()/14 - 0.4, true }, 14, 2.5, 0.9, 100},
		"all at once":     {func(r *rand.Rand, _ vec.Vec64) (float64, bool) { return 0.1 * r.NormFloat64(), true }, 0, 0, -0.1, 100},
		"in any order":    {func(r *rand.Rand, _ vec.Vec64) (float64, bool) { return 2*r.Float64() - 1, true }, 0, 0, -0.1, 100},
		"some fly on":     {func(r *rand.Rand, p vec.Vec64) (float64, bool) { return -p[2] / 15, r.Float64() < 0.8 }, 15, 0.8, 0.95, 80},
	} {
		card := cardOfTurn(500, c.when)
		if turns := card.count(turnsSeen); turns != 1 {
			t.Errorf("%s: %d turns", what, turns)
			continue
		}
		if c.speed > 0 {
			wantWithin(t, what+": speed", value(card, "turn", 0), c.speed, c.by)
		}
		if r2 := value(card, "turn", 1); c.linear > 0 && !(r2 >= c.linear) || c.linear < 0 && !(r2 <= -c.linear) {
			t.Errorf("%s: R² is %.2f, want %.2f", what, r2, c.linear)
		}
		wantWithin(t, what+": follow", value(card, "turn", 2), c.follow, 4)
		if waves, stirs := card.count(wavesSeen), card.count(stirsSeen); waves > 0 || stirs > 0 {
			t.Errorf("%s: the turn is reported as %d stirs and %d waves of agitation", what, stirs, waves)
		}
	}
}

// A flock that circles steadily or flies straight does not turn.
func TestNoTurn(t *testing.T) {
	pos := ellipsoid(chance(), 100, vec.Vec64{4, 3, 14})
	for _, rate := range []float64{0, 0.5} {
		card := measuredCard(16, func(s float64) (positions, vel []vec.Vec64) {
			for range pos {
				vel = append(vel, vec.Vec64{10 * math.Sin(rate*s), 0, 10 * math.Cos(rate*s)})
			}
			return pos, vel
		})
		if l := card.Lines()[13]; card.count(turnsSeen) != 0 || l.Value != nil || l.Pass != nil || l.Note != "turns: 0" {
			t.Errorf("at %v rad/s the row on turns is %+v, want no turn", rate, l)
		}
	}
}

// The scorecard shows the longest period and the percentage of time with a low polarization.
func TestDisorder(t *testing.T) {
	r := chance()
	pos := ellipsoid(r, 200, vec.Vec64{4, 3, 14})
	card := measuredCard(20, func(s float64) (positions, vel []vec.Vec64) {
		for i := range pos {
			v := vec.Vec64{0, 0, 10}
			if (s > 3 && s < 4 || s > 10 && s < 12.5) && i%2 == 0 {
				v = vec.Vec64{10, 0, 0}
			}
			vel = append(vel, v)
		}
		return pos, vel
	})
	wantWithin(t, "longest", value(card, "polarization", 1), 2.5, 0.11)
	wantWithin(t, "mean", value(card, "polarization", 0), (16.5+3.5*math.Sqrt(0.5))/20, 0.01)
	below := 0
	for _, p := range card.figures["polarization"].all() {
		if p < 0.8 {
			below++
		}
	}
	wantWithin(t, "share", float64(below)/float64(card.count("polarization")), 3.5/20, 0.01)
	if l := card.Lines()[0]; *l.Pass || !strings.HasPrefix(l.Note, "minimum 0.71; below 0.8 in 1") {
		t.Errorf("passes: %v, %s", *l.Pass, l.Note)
	}
}

// Birds outside of the largest part do not change the figures.
func TestOnlyLargestPartCounts(t *testing.T) {
	pos, vel := ellipsoid(chance(), 300, vec.Vec64{9, 3, 5}), forwards(chance(), 300)
	alone := measuredCard(5, func(float64) (positions, v []vec.Vec64) { return pos, vel })
	among := measuredCard(5, func(s float64) (positions, v []vec.Vec64) {
		positions, v = append([]vec.Vec64{{200 + 9*s, 5, 0}}, pos...), append([]vec.Vec64{{9, 0, 0}}, vel...)
		for k := range 80 {
			positions, v = append(positions, pos[k].Add(vec.Vec64{0, 100, 0})), append(v, vec.Vec64{-5, 0, 0})
		}
		return positions, v
	})
	wantWithin(t, "together", value(among, "together", 0), 100*300./381, 1e-9)
	wantWithin(t, "parts", value(alone, "parts", 0), 1, 0)
	wantWithin(t, "parts, among others", value(among, "parts", 0), 2, 0) // a single bird is not a part
	for k, l := range alone.Lines() {
		if l.Key == "together" || l.Key == "away" || l.Key == "parts" {
			continue
		}
		for n, f := range l.All() {
			g := among.Lines()[k].All()[n]
			if (f.Value == nil) != (g.Value == nil) || f.Value != nil && math.Abs(*f.Value-*g.Value) > 1e-6*math.Abs(*f.Value) {
				t.Errorf("%s is %v in the flock alone, but %v among others", f.Name, value(alone, l.Key, n), value(among, l.Key, n))
			}
		}
	}
}

// Birds are identified by their ids, and a bird that wraps around gets a new identity.
func TestIdentity(t *testing.T) {
	pos, r := ellipsoid(chance(), 300, vec.Vec64{9, 3, 5}), chance()
	vel := forwards(r, 300)
	straight := func(s float64) (positions []vec.Vec64) {
		for i, p := range pos {
			positions = append(positions, p.Add(vel[i].Scale(s)))
		}
		return positions
	}
	plain := measuredCard(6, func(s float64) (positions, v []vec.Vec64) { return straight(s), vel })
	mixed := NewCard(0.4)
	for k := range 181 {
		s := float64(k) / 30
		positions := straight(s)
		f := Frame{Seconds: s, Jumped: make([]bool, 300)}
		for _, i := range r.Perm(300) {
			f.ID = append(f.ID, int32(1000+i))
			f.Pos, f.Vel = append(f.Pos, singles(positions[i:i+1])...), append(f.Vel, singles(vel[i:i+1])...)
		}
		mixed.Frame(&f)
	}
	wantWithin(t, "kept", value(mixed, "kept", 0), value(plain, "kept", 0), 1e-9)
	wantWithin(t, "diffusion", value(mixed, "diffusion", 0), value(plain, "diffusion", 0), 1e-9)

	var n idMap
	s := flock.Snapshot{TickRate: 60, Pos: make([]mgl32.Vec3, 3), Vel: []mgl32.Vec3{{9}, {9}, {9}}, Flags: []flock.Flags{0, 0, 0}}
	f := FrameOf(&s)
	before := n.instant(&f)
	s.Flags[1] = flock.Jumped
	f = FrameOf(&s)
	n.rename(&f)
	s.Flags[1] = 0
	f = FrameOf(&s)
	n.rename(&f)
	after := n.instant(&f)
	for i, same := range []bool{true, false, true} {
		if _, ok := after.find(before.id[i], i); ok != same {
			t.Errorf("bird %d is found: %v, want %v", i, ok, same)
		}
	}
}
