package pattern

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

// Definition says when a flock shows a pattern.
type Definition struct {
	Kind    Kind    `json:"kind"`
	Seen    string  `json:"seen"`    // what Storms et al. 2019 describe
	Measure string  `json:"measure"` // what is measured
	Unit    string  `json:"unit,omitempty"`
	Begins  float64 `json:"begins"` // value at which an event begins
	Ends    float64 `json:"ends"`   // value at which it ends
	Lasts   float64 `json:"lasts"`  // least duration, s
}

// below reports whether the pattern is shown by small values.
func (d *Definition) below() bool { return d.Begins < d.Ends }

// passes reports whether a value is at a limit or beyond it.
func (d *Definition) passes(x, limit float64) bool {
	if d.below() {
		return x <= limit
	}
	return x >= limit
}

// isLongEnough reports whether an event lasted at least the least duration of the pattern, except
// for rounding errors.
func (d *Definition) isLongEnough(e *Event) bool {
	const hair = 1e-6 // s
	return e.Seconds() >= d.Lasts-hair
}

// Definitions returns the definitions of all patterns.
func Definitions() []Definition {
	return []Definition{
		{Blackening, "a part of the flock becomes darker",
			"local density, from the distance of the 7th neighbour, that a fifth of the birds exceed, over its median of the 5 s before; bands that are dark because birds bank are wave events",
			"", 1.5, 1.25, 0.5},
		{WaveEvent, "one or more dark bands run through the flock",
			"R² of a wave of rolls that runs through the flock, as on the scorecard, at 40 m/s at most; waves less than 2 s apart are one event",
			"", 0.5, 0.5, 0},
		{Vacuole, "a hole opens in the flock, and birds are all around it",
			"area of the largest hole in the outline, as a share of the outline; the flock is seen along its thinnest axis",
			"", 0.03, 0.015, 0.3},
		{Cordon, "two parts of the flock are connected by a thin string of birds",
			"width of the neck between two lobes of the outline over the width of the lesser lobe, which has at least a tenth of the outline",
			"", 0.3, 0.45, 0.5},
		{Flash, "birds suddenly fly apart in all directions",
			"rate at which the distances between a bird and its 15 nearest grow, which a fifth of the birds exceed",
			"1/s", 0.4, 0.2, 0.2},
		{Split, "the flock separates into parts",
			"share of the birds in the second largest part",
			"", 0.1, 0.05, 0.5},
	}
}
