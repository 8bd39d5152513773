package field

import (
	"math"
	"math/rand/v2"
	"testing"

	"skein/flock/vec"
)

// measuredLead returns a Lead that has measured birds for some seconds, at 15 frames per second. motion
// returns the positions and velocities at time t, in seconds.
func measuredLead(seconds float64, ids []int32, motion func(t float64) (pos, vel []vec.Vec64)) *Lead {
	l := NewLead()
	for k := range int(seconds*15) + 1 {
		t := float64(k) / 15
		pos, vel := motion(t)
		f := Frame{Seconds: t, ID: ids, Pos: singles(pos), Vel: singles(vel)}
		l.Frame(&f)
	}
	return l
}

func leadValue(l *Lead, key string, figure int) float64 {
	for _, line := range l.Lines() {
		if line.Key == key && line.All()[figure].Value != nil {
			return *line.All()[figure].Value
		}
	}
	return math.NaN()
}

// irregularCourse returns the course, in radians, of a flock that turns irregularly, at time t.
func irregularCourse(t float64) float64 {
	return 0.5*math.Sin(0.9*t) + 0.3*math.Sin(2.1*t+1) + 0.2*math.Sin(3.7*t+2)
}

// If each bird of a line copies the one in front 0.2 s later, the measured order and delays are those of the
// line, for any ids, and the first birds to turn are ahead.
func TestOrderOfCopies(t *testing.T) {
	const n, apart = 10, 0.2
	ids := []int32{7, 3, 12, 0, 5, 9, 1, 14, 2, 8} // from the first bird to the last
	l := measuredLead(40, ids, func(s float64) (pos, vel []vec.Vec64) {
		for k := range n {
			course := irregularCourse(s - apart*float64(k))
			for j := range k + 1 { // each bird deviates slightly, and the birds behind it copy the deviation
				own := float64(j)
				course += 0.04 * math.Sin((1.3+0.2*own)*(s-apart*float64(k-j))+own*own)
			}
			vel = append(vel, vec.Vec64{10 * math.Sin(course), 0, 10 * math.Cos(course)})
			pos = append(pos, vec.Vec64{0.3 * float64(k%2), 0.2 * float64(k%3), 10*s - 1.5*float64(k)})
		}
		return pos, vel
	})
	order := l.Order()
	if len(order) != n {
		t.Fatalf("the order has %d birds, want %d", len(order), n)
	}
	for k, f := range order {
		if f.Bird != int(ids[k]) {
			t.Errorf("place %d in the order has bird %d, want %d", k, f.Bird, ids[k])
		}
		wantWithin(t, "delay", f.Delay, apart*(float64(k)-4.5), 0.03)
		if k == 0 && f.Follows != -1 || k > 0 && f.Follows != int(ids[k-1]) {
			t.Errorf("bird %d follows bird %d, want the one before it", f.Bird, f.Follows)
		}
		if k > 0 {
			wantWithin(t, "behind", f.Behind, apart, 0.02)
		}
	}
	wantWithin(t, "R²", leadValue(l, "order", 0), 1, 0.01)
	wantWithin(t, "hierarchy", leadValue(l, "order", 1), 100, 0)
	wantWithin(t, "ahead", leadValue(l, "ahead", 0), 1, 0.01)
}

// Birds that change their courses independently have no order.
func TestNoOrder(t *testing.T) {
	l := measuredLead(40, nil, func(s float64) (pos, vel []vec.Vec64) {
		for k := range 20 {
			own := float64(k)
			course := 0.3*math.Sin((1+0.07*own)*s+own*own) + 0.3*math.Sin((2.3-0.05*own)*s+3*own)
			vel = append(vel, vec.Vec64{10 * math.Sin(course), 0, 10 * math.Cos(course)})
			pos = append(pos, vec.Vec64{float64(k % 4), float64(k % 3), 10*s - float64(k/4)})
		}
		return pos, vel
	})
	if r2 := leadValue(l, "order", 0); r2 > 0.5 {
		t.Errorf("R² is %.2f", r2)
	}
	for _, line := range l.Lines() {
		if line.Key == "order" && (line.Pass == nil || *line.Pass || line.Note == "") {
			t.Errorf("the row has verdict %v and note %q, want a failure with a note", line.Pass, line.Note)
		}
	}
}

func turn90(when func(r *rand.Rand, p vec.Vec64) float64, rigid bool, speed func(p vec.Vec64, since float64) float64) *Lead {
	return turnBy(math.Pi/2, when, rigid, speed)
}

// turnBy returns the Lead of a flock that turns by an angle, in rad, about 8 s after the start. Each bird
// turns at its own time. If rigid is true, the places turn with the flock, and outer birds fly faster.
func turnBy(by float64, when func(r *rand.Rand, p vec.Vec64) float64, rigid bool, speed func(p vec.Vec64, since float64) float64) *Lead {
	r := chance()
	pos := ellipsoid(r, 80, vec.Vec64{5, 3, 12})
	var delays []float64
	for _, p := range pos {
		delays = append(delays, when(r, p))
	}
	course := func(s float64) float64 { return by / (1 + math.Exp(-(s-8)/0.4)) }
	way := vec.Vec64{}
	return measuredLead(16, nil, func(s float64) (positions, vel []vec.Vec64) {
		turn, rate := course(s), (course(s+0.001)-course(s-0.001))/0.002
		for i, p := range pos {
			angle, v := course(s-delays[i]), speed(p, s-8-delays[i])
			if rigid {
				p = vec.Vec64{p[0]*math.Cos(turn) + p[2]*math.Sin(turn), p[1], -p[0]*math.Sin(turn) + p[2]*math.Cos(turn)}
			}
			one := vec.Vec64{v * math.Sin(angle), 0, v * math.Cos(angle)}
			if rigid {
				one = one.Add(vec.Vec64{0, rate, 0}.Cross(p))
			}
			positions, vel = append(positions, p.Add(way)), append(vel, one)
		}
		way = way.Add(vec.Vec64{10 * math.Sin(turn), 0, 10 * math.Cos(turn)}.Scale(1. / 15))
		return positions, vel
	})
}

func constantSpeed(vec.Vec64, float64) float64 { return 10 }

// In a rigid flock, places turn on concentric circles. If all birds make the same turn, they keep their
// places on circles of equal radii.
func TestEqualRadius(t *testing.T) {
	together := func(*rand.Rand, vec.Vec64) float64 { return 0 }
	for _, c := range []struct {
		rigid    bool
		by, want float64
	}{{true, 90, 1}, {false, 90, 0}, {true, 240, 1}, {false, 240, 0}} {
		l := turnBy(c.by*math.Pi/180, together, c.rigid, constantSpeed)
		wantWithin(t, "angle", leadValue(l, "angle", 0), c.by, 0.06*c.by) // part of the turn is outside of the 3 s
		if turns := l.card.count(turnsSeen); turns != 1 {
			t.Errorf("rigid %v: the card has %d turns, want 1", c.rigid, turns)
		}
		wantWithin(t, "places turn with it", leadValue(l, "equal", 0), c.want, 0.05)
		wantWithin(t, "wider circles", leadValue(l, "equal", 1), c.want, 0.15)
	}
}

// The rows on leadership show where turns begin and how much birds slow down.
func TestWhereTurnsBegin(t *testing.T) {
	tip, side := vec.Vec64{0, 0, -12}, vec.Vec64{0, 0, 12}
	for what, c := range map[string]struct {
		when               func(r *rand.Rand, p vec.Vec64) float64
		tips, front, close [2]float64
	}{
		"from the rear tip": {func(_ *rand.Rand, p vec.Vec64) float64 { return p.Distance(tip) / 20 }, [2]float64{0.85, 1}, [2]float64{0, 0.1}, [2]float64{0, 0.6}},
		"from the front":    {func(_ *rand.Rand, p vec.Vec64) float64 { return p.Distance(side) / 20 }, [2]float64{0.85, 1}, [2]float64{0.9, 1}, [2]float64{0, 0.6}},
		"from the middle":   {func(_ *rand.Rand, p vec.Vec64) float64 { return p.Length() / 12 }, [2]float64{0, 0.3}, [2]float64{0.3, 0.7}, [2]float64{0, 0.6}},
		"all over":          {func(r *rand.Rand, _ vec.Vec64) float64 { return 0.8 * r.Float64() }, [2]float64{0.25, 0.75}, [2]float64{0.25, 0.75}, [2]float64{0.65, 1.3}},
	} {
		l := turn90(c.when, false, constantSpeed)
		for key, want := range map[string][2]float64{"tips": c.tips, "front": c.front, "close": c.close} {
			if x := leadValue(l, key, 0); !(x >= want[0] && x <= want[1]) {
				t.Errorf("%s: %s is %.2f, want %v", what, key, x, want)
			}
		}
	}
	dip := func(p vec.Vec64, since float64) float64 {
		by := -0.2
		if p[2] < -6.5 { // the first birds to turn
			by = 0.1
		}
		if math.Abs(since) > 0.8 {
			by = 0
		}
		return 10 * (1 + by)
	}
	l := turn90(func(_ *rand.Rand, p vec.Vec64) float64 { return p.Distance(tip) / 20 }, false, dip)
	wantWithin(t, "birds that begin", leadValue(l, "slows", 1), 10, 1)
	if x := leadValue(l, "slows", 0); x > -13 || x < -20 {
		t.Errorf("all slow down by %.1f %%, want slightly less than 20", x)
	}
}
