package fit

import (
	"math"

	"skein/flock/metrics/field"
)

// Term compares one measure of a flock with its wanted value. Nil fields are unknown.
type Term struct {
	Key    string   `json:"key"`
	Name   string   `json:"name"`
	Unit   string   `json:"unit,omitempty"`
	Value  *float64 `json:"value"`
	Want   *float64 `json:"want,omitempty"` // value of the wanted flock
	Low    *float64 `json:"low,omitempty"`  // lower bound of a band
	High   *float64 `json:"high,omitempty"` // upper bound of a band
	Cost   *float64 `json:"cost"`           // from 0 to 1; nil if not measured, and then ignored
	Weight float64  `json:"times"`
}

// Cost returns the weighted mean cost of the measured terms. If there are none, it returns [Worst] and false.
func Cost(terms []Term) (cost float64, measured bool) {
	sum, times := 0.0, 0.0
	for _, t := range terms {
		if t.Cost != nil {
			sum, times = sum+t.Weight**t.Cost, times+t.Weight
		}
	}
	if times == 0 {
		return Worst, false
	}
	return sum / times, true
}

// Worst is the highest cost. A flock without known measures has this cost.
const Worst = 1.0

// innerShare is the fraction of a band's width, around the middle, that has no cost. Closer to the edge,
// another seed could fall outside the band.
const innerShare = 0.8

// oneSidedShare is the half width of a band with only one bound, as a fraction of the bound.
const oneSidedShare = 0.25

// ToBands compares a scorecard with its bands. It returns a term for each judged row, with the cost of its
// worst figure. A figure costs (z - 0.8)/(z + 0.2), at least 0, where z is its distance from the middle of
// its band divided by half the band's width. With only one bound, z is 1 there and grows by 1 over a quarter
// of the bound's value. ToBands omits figures that were not measured. A row without measured figures has no
// cost.
func ToBands(lines []field.Line) (terms []Term) {
	for k := range lines {
		l := &lines[k]
		if !l.Counts() {
			continue
		}
		t := Term{Key: l.Key, Name: l.Name, Unit: l.Unit, Value: l.Value, Low: l.Low, High: l.High, Weight: 1}
		for _, f := range l.All() {
			if f.Value != nil {
				t.raise(bandCost(&f))
			}
		}
		terms = append(terms, t)
	}
	return terms
}

func (t *Term) raise(cost float64) {
	if t.Cost == nil || *t.Cost < cost {
		t.Cost = &cost
	}
}

// bandCost returns 0 in the inner part of a figure's band, and more near the edge and outside.
func bandCost(f *field.Figure) float64 {
	x, z := *f.Value, 0.0
	switch {
	case f.Low != nil && f.High != nil:
		z = math.Abs(x-(*f.Low+*f.High)/2) / ((*f.High - *f.Low) / 2)
	case f.Low != nil:
		z = 1 + (*f.Low-x)/(oneSidedShare*scaleOf(*f.Low))
	case f.High != nil:
		z = 1 + (x-*f.High)/(oneSidedShare*scaleOf(*f.High))
	}
	return distanceCost(z - innerShare)
}

func scaleOf(bound float64) float64 {
	if bound == 0 {
		return 1
	}
	return math.Abs(bound)
}

// distanceCost returns a cost that is 0 at z = 0, 1/2 at z = 1, and approaches 1.
func distanceCost(z float64) float64 {
	if math.IsNaN(z) {
		return Worst
	}
	z = max(0, z)
	return z / (1 + z)
}

// singleBirdWeight is the weight of a trait of single birds. Thousands of birds make it more precise than a
// figure of the flock.
const singleBirdWeight = 3

// slowKey reports whether ToPortrait ignores a row, because the row takes minutes to measure or only says
// which part of the flock was measured.
func slowKey(key string) bool { return key == "turn" || key == "wave" || key == "together" }

// ToPortrait compares a measured flock with a wanted one. It returns a term for each figure of the scorecard,
// and one for each trait of single birds, with three times the weight.
//
// A figure x costs d/(1 + d) with d = |x - y|/(2e + a/10), where y is the wanted figure, e its standard
// error, and a the largest magnitude among y and its bounds. For a trait, d is the mean distance between the
// quantiles of both flocks over the mean distance of the wanted quantiles from their median.
//
// ToPortrait omits figures that are unknown for the wanted flock, extremes, and turns and waves, which take
// minutes to measure. An unmeasured figure has no cost.
func ToPortrait(measured, wanted *field.Portrait) (terms []Term) {
	have := map[string]field.Figure{}
	for _, l := range measured.Card().Lines() {
		for _, f := range l.All() {
			have[f.Key] = f
		}
	}
	for _, l := range wanted.Card().Lines() {
		for _, f := range l.All() {
			if slowKey(l.Key) || f.Value == nil || f.Extreme {
				continue
			}
			own := have[f.Key]
			t := Term{Key: f.Key, Name: f.Name, Unit: f.Unit, Value: own.Value, Want: f.Value, Weight: 1}
			if own.Value != nil {
				t.raise(distanceCost(math.Abs(*own.Value-*f.Value) / margin(&f)))
			}
			terms = append(terms, t)
		}
	}
	for _, trait := range field.Traits() {
		if t, ok := traitTerm(trait, measured, wanted); ok {
			terms = append(terms, t)
		}
	}
	return terms
}

// margin returns the distance from a figure's value at which the cost is 1/2.
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

// traitTerm compares a trait of single birds. The value of the term is the median. ok is false if the wanted
// trait is unknown.
func traitTerm(trait field.Trait, measured, wanted *field.Portrait) (t Term, ok bool) {
	want := wanted.Quantiles(trait.Key)
	if want == nil {
		return t, false
	}
	middle := want[len(want)/2]
	t = Term{Key: trait.Key, Name: trait.Name, Unit: trait.Unit, Want: &middle, Weight: singleBirdWeight}
	own := measured.Quantiles(trait.Key)
	if own == nil {
		return t, true
	}
	apart, spread := 0.0, 0.0
	for k := range want {
		apart += math.Abs(own[k] - want[k])
		spread += math.Abs(want[k] - middle)
	}
	t.Value = &own[len(own)/2]
	t.raise(distanceCost(apart / max(spread, 1e-9)))
	return t, true
}
