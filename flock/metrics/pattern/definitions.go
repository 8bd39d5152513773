package pattern

import "slices"

// Kind is a pattern of collective escape.
type Kind string

// Patterns of collective escape (Storms et al. 2019).
const (
	Blackening Kind = "blackening"
	WaveEvent  Kind = "wave event"
	Vacuole    Kind = "vacuole"
	Cordon     Kind = "cordon"
	Flash      Kind = "flash expansion"
	Split      Kind = "split"
)

// Definition defines when a flock shows a pattern.
type Definition struct {
	Kind    Kind    `json:"kind"`
	Seen    string  `json:"seen"`    // description by Storms et al. 2019
	Measure string  `json:"measure"` // definition of the measured value
	Birds   string  `json:"birds"`   // which birds take part
	Unit    string  `json:"unit,omitempty"`
	Begins  float64 `json:"begins"` // value at which an event begins
	Ends    float64 `json:"ends"`   // value at which the event ends
	Lasts   float64 `json:"lasts"`  // shortest duration, s
}

func (d *Definition) below() bool { return d.Begins < d.Ends }

// passes reports whether x has reached a limit, in the direction of the pattern's begin threshold.
func (d *Definition) passes(x, limit float64) bool {
	if d.below() {
		return x <= limit
	}
	return x >= limit
}

// isLongEnough reports whether an event lasted at least as long as its pattern requires, apart from rounding
// errors.
func (d *Definition) isLongEnough(e *Event) bool {
	const tolerance = 1e-6 // s
	return e.Seconds() >= d.Lasts-tolerance
}

// Definitions returns the definitions of all patterns.
func Definitions() []Definition {
	return []Definition{
		{
			Kind: Blackening, Seen: "a part of the flock becomes darker",
			Measure: "local density that a fifth of the birds exceeds, divided by the median of this value over the previous 5 s. The local density is computed from the distance to the 7th neighbour. Bands that are dark because birds bank are wave events",
			Birds:   "the birds whose local density is at least 1.5 times that median",
			Begins:  1.5, Ends: 1.25, Lasts: 0.5,
		},
		{
			Kind: WaveEvent, Seen: "one or more dark bands run through the flock",
			Measure: "R² of the scorecard's row on agitation waves, for waves of rolling birds up to 40 m/s. An event lasts from the first tenth of the wave's birds to the last. Waves less than 2 s apart are one event",
			Birds:   "the birds that roll in the largest wave of the event",
			Begins:  0.5, Ends: 0.5,
		},
		{
			Kind: Vacuole, Seen: "a hole opens in the flock, and birds are all around it",
			Measure: "area of the largest hole in the outline, as a share of the outline. The flock is seen along its thinnest axis",
			Birds:   "the largest part of the flock",
			Begins:  0.03, Ends: 0.015, Lasts: 0.3,
		},
		{
			Kind: Cordon, Seen: "a thin string of birds connects two parts of the flock",
			Measure: "width of the narrow part between two lobes of the outline, divided by the width of the smaller lobe. Each lobe has at least a tenth of the outline's area",
			Birds:   "the largest part of the flock",
			Begins:  0.3, Ends: 0.45, Lasts: 0.5,
		},
		{
			Kind: Flash, Seen: "birds suddenly fly apart in all directions",
			Measure: "rate at which the distances from a bird to its 15 nearest neighbours grow. The value is the rate that a fifth of the birds exceeds",
			Birds:   "the birds whose distances to neighbours grow by at least 0.4/s",
			Unit:    "1/s", Begins: 0.4, Ends: 0.2, Lasts: 0.2,
		},
		{
			Kind: Split, Seen: "the flock separates into parts",
			Measure: "share of the birds in the second largest part",
			Birds:   "the second largest part",
			Begins:  0.1, Ends: 0.05, Lasts: 0.5,
		},
	}
}

func definitionOf(kind Kind) Definition {
	all := Definitions()
	return all[slices.IndexFunc(all, func(d Definition) bool { return d.Kind == kind })]
}
