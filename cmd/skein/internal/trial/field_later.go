package trial

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"skein/flock"
	"skein/flock/snapshots"
)

func laterTrials() []fieldTrial {
	return []fieldTrial{
		{"informed", "accuracy with a tenth informed, N = 10, 30, 100", "rises with N", "Couzin 2005, fig. 1a", informedBySize, informedSizeSteps},
		{"informed", "accuracy with 0, 10, 20, 50, 100 % informed, N = 30", "rises, and soon saturates", "Couzin 2005, fig. 1a", informedByShare, informedShareSteps},
		{"reynolds", "mean cosine between headings of neighbours, at the start and after 60 s", "boids form flocks", "Reynolds 1987", reynoldsFlocks, 0},
		{"inertial-spin", "polarization with χ = 0.4, 1.25 and 4", "does not depend on χ", "Cavagna 2015", spinStatics, 0},
		{"pearce", "median distance from the middle with φp = 0.1 and with 0", "coheres, and disperses", "Pearce 2014", pearceCoheres, 0},
		{"pearce", "covered share of the view, N = 50 and N = 200", "neither 0 nor 1: marginal opacity", "Pearce 2014", pearceOpacity, 0},
		{"stardisplay", "thickness over length, thinnest axis with gravity", "thin, close to 1", "Hildenbrandt 2010", starThin, 0},
		{"stardisplay", "course with gravity", "close to 0", "Hildenbrandt 2010", starLevel, 0},
		{"speed-control", "correlation of the speeds of neighbours with marginal and with linear control", "high, low", "Cavagna 2022", speedAgreement, 0},
		{"speed-control", "mean speed over v₀ with marginal and with no control", "near 1, and far from 1", "Cavagna 2022", speedHolds, 0},
		{"fish", "polarization, rotation", "high, low: schooling", "Calovi 2014", fishPhase(high, low), 0},
		{"fish", "polarization, rotation with kP = 3, kV = 2, σ = 15", "low, high: milling", "Calovi 2014", fishPhase(low, high, "alignment_gain", 2, "position_gain", 3, "turn_noise", 15), 0},
		{"fish", "polarization, rotation with kV = 0", "low, low: swarming", "Calovi 2014", fishPhase(low, low, "alignment_gain", 0), 0},
	}
}

func pair(first string, a float64, second string, b float64, agrees bool) finding {
	return finding{fmt.Sprintf("%.2f, %.2f", a, b), map[string]float64{first: a, second: b}, agrees}
}

func (l *lab) snapshot() *flock.Snapshot {
	s := new(flock.Snapshot)
	l.w.Snapshot(s)
	return s
}

func (l *lab) across(s *flock.Snapshot, i, j int) (d [3]float64) {
	side := 0.0
	if flock.Bounds(l.def.Params.Choice("bounds")) == flock.Wrap {
		side = float64(l.def.Params.Float("bounds_size"))
	}
	for k := range d {
		d[k] = float64(s.Pos[j][k]) - float64(s.Pos[i][k])
		if side > 0 {
			d[k] -= side * math.Round(d[k]/side)
		}
	}
	return d
}

func size(d [3]float64) float64 { return math.Sqrt(d[0]*d[0] + d[1]*d[1] + d[2]*d[2]) }

func (l *lab) near(s *flock.Snapshot, i, n int) (all []int) {
	for j := range s.Pos {
		if j != i {
			all = append(all, j)
		}
	}
	far := make([]float64, len(s.Pos))
	for _, j := range all {
		far[j] = size(l.across(s, i, j))
	}
	slices.SortStableFunc(all, func(a, b int) int {
		switch {
		case far[a] < far[b]:
			return -1
		case far[a] > far[b]:
			return 1
		}
		return 0
	})
	return all[:n]
}

func reynoldsFlocks(l *lab) (f finding, err error) {
	if err := l.open("reynolds", 1); err != nil {
		return f, err
	}
	agreement := func() float64 {
		s, sum := l.snapshot(), 0.0
		for i := range s.Vel {
			for _, j := range l.near(s, i, 3) {
				sum += float64(s.Vel[i].Normalize().Dot(s.Vel[j].Normalize())) / 3
			}
		}
		return sum / float64(len(s.Vel))
	}
	before := agreement()
	err = l.fly(60 * l.def.TickRate)
	after := agreement()
	return pair("start", before, "after", after, before < 0.5 && after > 0.8), err
}

func spinStatics(l *lab) (f finding, err error) {
	f.values = map[string]float64{}
	least, most := 1.0, 0.0
	for _, chi := range []float64{0.4, 1.25, 4} {
		if err := l.open("inertial-spin", 1, "inertia", chi, "count", 100, "bounds_size", 18, "temperature", 0.1, "friction", 2); err != nil {
			return f, err
		}
		if err := l.fly(60 * l.def.TickRate); err != nil {
			return f, err
		}
		p, _, err := l.means(60 * l.def.TickRate)
		if err != nil {
			return f, err
		}
		f.text += fmt.Sprintf(" %.3f", p)
		f.values[fmt.Sprintf("polarization_%g", chi)] = p
		least, most = min(least, p), max(most, p)
	}
	f.text, f.agrees = f.text[1:], most-least < 0.05
	return f, nil
}

// medianFromMiddle returns the median distance of the boids from the middle of the flock, in m.
func medianFromMiddle(s *flock.Snapshot) float64 {
	middle, _ := snapshots.Centre(s)
	var all []float64
	for _, p := range s.Pos {
		all = append(all, size([3]float64{float64(p[0]) - middle[0], float64(p[1]) - middle[1], float64(p[2]) - middle[2]}))
	}
	slices.Sort(all)
	return all[len(all)/2]
}

func pearceCoheres(l *lab) (f finding, err error) {
	var far [2]float64
	for k, share := range []float64{0.1, 0} {
		if err := l.open("pearce", 1, "outline_share", share); err != nil {
			return f, err
		}
		if err := l.fly(3000); err != nil {
			return f, err
		}
		far[k] = medianFromMiddle(l.snapshot())
	}
	return finding{fmt.Sprintf("%.0f m, %.0f m", far[0], far[1]), map[string]float64{"with": far[0], "without": far[1]}, far[1] > 2*far[0]}, nil
}

// covered returns the fraction of a bird's horizontal view that discs around the other birds cover, as a mean
// over the birds.
func covered(s *flock.Snapshot, radius float64) float64 {
	sum := 0.0
	for i, p := range s.Pos {
		var all [][2]float64
		for j, q := range s.Pos {
			if j == i {
				continue
			}
			x, z := float64(q[0]-p[0]), float64(q[2]-p[2])
			middle, halfAngle := math.Atan2(x, z), math.Asin(min(1, radius/math.Hypot(x, z)))
			for _, turn := range []float64{-2 * math.Pi, 0, 2 * math.Pi} {
				all = append(all, [2]float64{middle - halfAngle + turn, middle + halfAngle + turn})
			}
		}
		slices.SortFunc(all, func(a, b [2]float64) int { return cmp.Compare(a[0], b[0]) })
		angle := -math.Pi
		for _, one := range all {
			from, to := max(one[0], angle), min(one[1], math.Pi)
			sum, angle = sum+max(0, to-from), max(angle, to)
		}
	}
	return sum / float64(len(s.Pos)) / (2 * math.Pi)
}

func pearceOpacity(l *lab) (f finding, err error) {
	var share [2]float64
	for k, n := range []int{50, 200} {
		if err := l.open("pearce", 1, "count", n); err != nil {
			return f, err
		}
		if err := l.fly(1500); err != nil {
			return f, err
		}
		for range 5 {
			if err := l.fly(100); err != nil {
				return f, err
			}
			share[k] += covered(l.snapshot(), float64(l.def.Params.Float("bird_radius"))) / 5
		}
	}
	inside := func(x float64) bool { return x > 0.2 && x < 0.8 }
	return pair("share_50", share[0], "share_200", share[1], inside(share[0]) && inside(share[1])), nil
}

func speedAgreement(l *lab) (f finding, err error) {
	var c [2]float64
	for k, control := range [][2]float64{{0.05, 0}, {0, 5}} {
		if err := l.open("speed-control", 1, "marginal_control", control[0], "linear_control", control[1]); err != nil {
			return f, err
		}
		if err := l.fly(20 * l.def.TickRate); err != nil {
			return f, err
		}
		for range 5 {
			if err := l.fly(l.def.TickRate); err != nil {
				return f, err
			}
			c[k] += l.speedCorrelation() / 5
		}
	}
	return pair("marginal", c[0], "linear", c[1], c[0] > 2*c[1]), nil
}

// speedCorrelation returns the mean product of the speed deviations of near birds, divided by the variance.
func (l *lab) speedCorrelation() float64 {
	s := l.snapshot()
	mean, variance, sum := 0.0, 0.0, 0.0
	for _, v := range s.Vel {
		mean += float64(v.Len()) / float64(len(s.Vel))
	}
	for i, v := range s.Vel {
		offset := float64(v.Len()) - mean
		variance += offset * offset
		for _, j := range l.near(s, i, 6) {
			sum += offset * (float64(s.Vel[j].Len()) - mean) / 6
		}
	}
	return sum / variance
}

func speedHolds(l *lab) (f finding, err error) {
	var share [2]float64
	for k, control := range []float64{0.05, 0} {
		if err := l.open("speed-control", 1, "marginal_control", control, "linear_control", 0); err != nil {
			return f, err
		}
		if err := l.fly(120 * l.def.TickRate); err != nil {
			return f, err
		}
		speed, _ := snapshots.MeanSpeed(l.snapshot())
		share[k] = speed / float64(l.def.Params.Float("natural_speed"))
	}
	return pair("marginal", share[0], "none", share[1], math.Abs(share[0]-1) < 0.25 && math.Abs(share[1]-1) > 0.25), nil
}

func fishPhase(polarized, rotates func(float64) bool, changes ...any) func(l *lab) (finding, error) {
	return func(l *lab) (f finding, err error) {
		if err := l.open("fish", 1, changes...); err != nil {
			return f, err
		}
		if err := l.fly(60 * l.def.TickRate); err != nil {
			return f, err
		}
		p, m, err := l.means(20 * l.def.TickRate)
		return pair("polarization", p, "rotation", m, polarized(p) && rotates(m)), err
	}
}
