package trial

import (
	"fmt"
	"math"
)

// Constants of the experiments with informed animals.
const (
	informedGroups  = 80  // for each accuracy
	informedTicks   = 500 // steps that a group moves
	informedMeasure = 50  // last steps, over which the group's direction is measured

	informedSizeSteps  = informedGroups * len(informedSizes)
	informedShareSteps = informedGroups * len(informedShares)
)

var (
	informedSizes  = [3]int{10, 30, 100}
	informedShares = [5]int{0, 10, 20, 50, 100}
)

// accuracy returns 1 minus the mean angle between the movement of groups of n animals and the informed
// animals' preferred direction, in units of 90°. Random directions give 0, perfect groups 1.
func (l *lab) accuracy(n, informed int) (float64, error) {
	const radius = 6. // start of the scene with 100 animals, m
	sum := 0.0
	seed := l.seed
	defer func() { l.seed = seed }()
	first := uint64(1)
	if seed != nil {
		first = *seed
	}
	for group := range uint64(informedGroups) {
		own := first + group
		l.seed = &own
		if err := l.open("informed", 1, "count", n, "informed_count", informed); err != nil {
			return 0, err
		}
		l.def.Start.Radius = float32(radius * math.Sqrt(float64(n)/100))
		if err := l.restart(); err != nil {
			return 0, err
		}
		if err := l.fly(informedTicks - informedMeasure); err != nil {
			return 0, err
		}
		before := l.middle()
		if err := l.fly(informedMeasure); err != nil {
			return 0, err
		}
		after := l.middle()
		sum += math.Abs(math.Atan2(after[2]-before[2], after[0]-before[0])) // the preferred direction is along x
		l.step()
	}
	return 1 - sum/informedGroups/(math.Pi/2), nil
}

func (l *lab) middle() (mean [3]float64) {
	s := l.snapshot()
	for _, p := range s.Pos {
		for k := range mean {
			mean[k] += float64(p[k]) / float64(len(s.Pos))
		}
	}
	return mean
}

func informedBySize(l *lab) (f finding, err error) {
	last := math.Inf(-1)
	f = finding{values: map[string]float64{}, agrees: true}
	for _, n := range informedSizes {
		a, err := l.accuracy(n, n/10)
		if err != nil {
			return f, err
		}
		f.text += fmt.Sprintf(" %.2f", a)
		f.values[fmt.Sprintf("accuracy_%d", n)] = a
		f.agrees, last = f.agrees && a > last, a
	}
	f.text = f.text[1:]
	return f, nil
}

func informedByShare(l *lab) (f finding, err error) {
	f = finding{values: map[string]float64{}}
	var all []float64
	for _, percent := range informedShares {
		a, err := l.accuracy(30, (30*percent+50)/100)
		if err != nil {
			return f, err
		}
		f.text += fmt.Sprintf(" %.2f", a)
		f.values[fmt.Sprintf("accuracy_%d", percent)] = a
		all = append(all, a)
	}
	f.text = f.text[1:]
	last := len(all) - 1
	f.agrees = math.Abs(all[0]) < 0.4 && all[last] > 0.9 && all[1] < all[2] && all[2] < all[3] && all[last]-all[last-1] < all[last-1]-all[0]
	return f, nil
}
