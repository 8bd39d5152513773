package trial

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

type share []*Run

func sharesOf(runs []*Run) (all []share) {
	for k, r := range runs {
		if k > 0 && runs[k-1].trial.Number == r.trial.Number && runs[k-1].name == r.name && runs[k-1].space == r.space {
			last := &all[len(all)-1]
			*last = append(*last, r)
		} else {
			all = append(all, share{r})
		}
	}
	return all
}

func (s share) count(holds func(*Run) bool) (n int) {
	for _, r := range s {
		if holds(r) {
			n++
		}
	}
	return n
}

func (s share) passed() int { return s.count(func(r *Run) bool { return r.judge.Good() }) }

// joined returns the median time, in s, until all boids are one flock. It leaves out runs in which they do
// not become one flock. ok is false if this leaves no runs.
func (s share) joined() (median float64, ok bool) {
	var times []float64
	for _, r := range s {
		if r.judge.Joined >= 0 {
			times = append(times, r.judge.Joined)
		}
	}
	if len(times) == 0 {
		return 0, false
	}
	slices.Sort(times)
	n := len(times)
	return (times[(n-1)/2] + times[n/2]) / 2, true
}

func (s share) reasons() (collided, lost, split int) {
	return s.count(func(r *Run) bool { return r.judge.Collisions > 0 }),
		s.count(func(r *Run) bool { return r.judge.Lost > 0 }),
		s.count(func(r *Run) bool { return r.judge.Splits > 0 })
}

func (s share) cell() string {
	if len(s) == 1 {
		return s[0].cell()
	}
	words := []string{fmt.Sprintf("%d/%d", s.passed(), len(s)), "–"}
	if median, ok := s.joined(); ok {
		words[1] = strconv.FormatFloat(median, 'f', 1, 64)
	}
	collided, lost, split := s.reasons()
	return strings.Join(append(words, countWords(collided, lost, split)...), " ")
}

func sumOf(column []share) string {
	seeds := len(column[0])
	passed := make([]float64, seeds)
	mean, squares := 0.0, 0.0
	for k := range passed {
		for _, s := range column {
			if s[k].judge.Good() {
				passed[k]++
			}
		}
		mean += passed[k] / float64(seeds)
	}
	if seeds == 1 {
		return fmt.Sprintf("%g of %d", mean, len(column))
	}
	for _, x := range passed {
		squares += (x - mean) * (x - mean)
	}
	return fmt.Sprintf("%.1f ± %.1f of %d", mean, math.Sqrt(squares/float64(seeds*(seeds-1))), len(column))
}

// ShareRow is a row of the shares in the output of --json.
type ShareRow struct {
	Trial         int        `json:"trial"`
	Neighbourhood string     `json:"neighbourhood"`
	OneRule       bool       `json:"one_rule"`
	Dimensions    int        `json:"dimensions"`
	Seeds         []uint64   `json:"seeds"`
	Passed        int        `json:"passed"`          // seeds that pass
	Share         float64    `json:"share"`           // Passed divided by the number of seeds
	Interval      [2]float64 `json:"interval_95"`     // Wilson's 95 % confidence interval of Share
	Joined        *float64   `json:"seconds_to_join"` // median over the seeds that joined, s; null if none did
	Collided      int        `json:"collided"`        // seeds with a collision
	Lost          int        `json:"lost"`            // seeds in which a boid left its group
	Split         int        `json:"split"`           // seeds with a split
}

func shareRows(shares []share) (rows []ShareRow) {
	for _, s := range shares {
		one := trialRows(s[:1])[0]
		row := ShareRow{Trial: one.Trial, Neighbourhood: one.Neighbourhood, OneRule: one.OneRule, Dimensions: one.Dimensions, Passed: s.passed()}
		for _, r := range s {
			row.Seeds = append(row.Seeds, r.scene.Seed)
		}
		row.Share, row.Interval = float64(row.Passed)/float64(len(s)), wilson(row.Passed, len(s))
		row.Collided, row.Lost, row.Split = s.reasons()
		if median, ok := s.joined(); ok {
			row.Joined = &median
		}
		rows = append(rows, row)
	}
	return rows
}

// wilson returns the 95 % confidence interval of passed/n, within 0 and 1 (E. B. Wilson, Journal of the
// American Statistical Association 22, 209, 1927).
func wilson(passed, n int) [2]float64 {
	const z = 1.959964 // 97.5 % quantile of the normal distribution
	count, p := float64(n), float64(passed)/float64(n)
	middle := (p + z*z/(2*count)) / (1 + z*z/count)
	halfWidth := z / (1 + z*z/count) * math.Sqrt(p*(1-p)/count+z*z/(4*count*count))
	return [2]float64{max(0, middle-halfWidth), min(1, middle+halfWidth)}
}
