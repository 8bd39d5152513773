package fit

import (
	"math"

	"skein/flock/metrics/field"
)

// Term is one thing that a flock is held to. Nil is what is not known.
type Term struct {
	Key   string   `json:"key"`
	Name  string   `json:"name"`
	Unit  string   `json:"unit,omitempty"`
	Value *float64 `json:"value"`
	Want  *float64 `json:"want,omitempty"` // of another flock
	Low   *float64 `json:"low,omitempty"`  // of a band
	High  *float64 `json:"high,omitempty"`
	Cost  float64  `json:"cost"`  // 0 to 1
	Times float64  `json:"times"` // that it counts
}

// Cost is the mean of the terms' costs, each as many times as it counts; 1 of none.
func Cost(terms []Term) float64 {
	sum, times := 0.0, 0.0
	for _, t := range terms {
		sum, times = sum+t.Times*t.Cost, times+t.Times
	}
	if times == 0 {
		return Worst
	}
	return sum / times
}

// Worst is the cost of a flock of which nothing is known.
const Worst = 1.0

// inner is the part of a band within which a figure costs nothing: what lies at its very
// edge would not stay inside with another seed.
const inner = 0.8

// oneSided is, as a share of a bound that has no other, what counts as half of a band.
const oneSided = 0.25

// ToBands holds a scorecard to its bands: a term for each row with a verdict, which costs
// as much as its worst figure. With z the distance from the band's middle over half its
// width a figure costs (z - 0.8)/(z + 0.2), at least 0; with one bound z is 1 there and
// grows by 1 over a quarter of it.
func ToBands(lines []field.Line) (terms []Term) {
	for k := range lines {
		l := &lines[k]
		if l.Number == 0 {
			continue
		}
		t := Term{Key: l.Key, Name: l.Name, Unit: l.Unit, Value: l.Value, Low: l.Low, High: l.High, Times: 1}
		for _, f := range l.All() {
			if f.Value == nil && f.Name == driftName {
				continue
			}
			t.Cost = max(t.Cost, outside(&f))
		}
		terms = append(terms, t)
	}
	return terms
}

// driftName is the figure that takes flocks of several sizes, extremeName that which is
// no mean.
const (
	driftName   = "drift with N"
	extremeName = "longest below 0.8"
)

// outside is what a figure costs.
func outside(f *field.Figure) float64 {
	if f.Value == nil {
		return Worst
	}
	x, z := *f.Value, 0.0
	switch {
	case f.Low != nil && f.High != nil:
		z = math.Abs(x-(*f.Low+*f.High)/2) / ((*f.High - *f.Low) / 2)
	case f.Low != nil:
		z = 1 + (*f.Low-x)/(oneSided*scaleOf(*f.Low))
	case f.High != nil:
		z = 1 + (x-*f.High)/(oneSided*scaleOf(*f.High))
	}
	return share(z - inner)
}

// scaleOf is what a bound is measured by; of one at 0 that is 1.
func scaleOf(bound float64) float64 {
	if bound == 0 {
		return 1
	}
	return math.Abs(bound)
}

// share is how much of 1 a distance from 0 on costs: half at 1.
func share(z float64) float64 {
	if math.IsNaN(z) {
		return Worst
	}
	z = max(0, z)
	return z / (1 + z)
}

// single is how many times a trait of single birds counts: thousands of birds tell it
// sooner than one flock tells its shape.
const single = 3

// ToPortrait holds a flock to another: a term for each figure of the scorecard, and one
// that counts three times for each trait of single birds. A figure that is x where y is
// wanted costs d/(1 + d) with d = |x - y|/(2e + a/10), where e is the standard error of y
// and a the greatest of y and its bounds; so does a trait with d the mean distance of the
// quantiles of both over the mean distance of those wanted from their median. What is not
// known of the flock that is wanted is left out, and so are turns and waves, which take
// minutes to tell, and extremes.
func ToPortrait(of, wanted *field.Portrait) (terms []Term) {
	have := of.Card().Lines()
	for k, l := range wanted.Card().Lines() {
		if l.Key == "turn" || l.Key == "wave" || l.Key == "together" {
			continue
		}
		for n, f := range l.All() {
			if f.Value == nil || f.Name == extremeName {
				continue
			}
			own := have[k].All()[n]
			t := Term{Key: l.Key, Name: f.Name, Unit: f.Unit, Value: own.Value, Want: f.Value, Cost: Worst, Times: 1}
			if own.Value != nil {
				t.Cost = share(math.Abs(*own.Value-*f.Value) / margin(&f))
			}
			terms = append(terms, t)
		}
	}
	for _, trait := range field.Traits() {
		if t, ok := likeness(trait, of, wanted); ok {
			terms = append(terms, t)
		}
	}
	return terms
}

// margin is the distance from a figure that costs half.
func margin(f *field.Figure) float64 {
	const least = 1e-6
	size, err := math.Abs(*f.Value), 0.0
	for _, bound := range []*float64{f.Low, f.High} {
		if bound != nil {
			size = max(size, math.Abs(*bound))
		}
	}
	if f.Error != nil {
		err = *f.Error
	}
	return max(least, 2*err+size/10)
}

// likeness holds a trait of single birds to that of others. Its value is the median.
func likeness(trait field.Trait, of, wanted *field.Portrait) (t Term, ok bool) {
	want := wanted.Quantiles(trait.Key)
	if want == nil {
		return t, false
	}
	middle := want[len(want)/2]
	t = Term{Key: trait.Key, Name: trait.Name, Unit: trait.Unit, Want: &middle, Cost: Worst, Times: single}
	own := of.Quantiles(trait.Key)
	if own == nil {
		return t, true
	}
	apart, spread := 0.0, 0.0
	for k := range want {
		apart += math.Abs(own[k] - want[k])
		spread += math.Abs(want[k] - middle)
	}
	t.Value = &own[len(own)/2]
	t.Cost = share(apart / max(spread, 1e-9))
	return t, true
}
