package explanation

import "skein/flock/vec"

// Trace holds the values of the parts of a rule's formula for a boid, before the boid's next step.
type Trace struct {
	Rule  string `json:"rule"`
	Terms []Term `json:"terms"`
}

// Term is a part of a formula with its value for a boid.
type Term struct {
	Text  string  `json:"text"`            // text of the part, as a formula
	Name  string  `json:"name,omitempty"`  // name of the part in the formula
	Depth int     `json:"depth,omitempty"` // 0 for a line of the formula, 1 for an operand of this line, and so on
	Kind  string  `json:"kind"`            // "number", "vector" or "condition"
	Unit  string  `json:"unit,omitempty"`  // unit of the value, or ""
	Value vec.Vec `json:"value"`           // value of the part; X is a number, or 1 for a true condition and 0 for a false one

	OfNeighbours *NeighbourTerm `json:"of_neighbours,omitempty"` // set instead of Value if each neighbour has a value
}

// NeighbourTerm holds the values of a part of a formula for the neighbours of a boid.
type NeighbourTerm struct {
	Count   int     `json:"count"`   // number of neighbours
	Sum     vec.Vec `json:"sum"`     // for a condition, the number of neighbours for which it is true
	Mean    vec.Vec `json:"mean"`    // 0 if there are no neighbours
	ID      int     `json:"id"`      // id of the nearest neighbour, or -1
	Nearest vec.Vec `json:"nearest"` // value for the nearest neighbour
}
