package models

import "strings"

// Mix contains the models of a flock's birds.
type Mix struct {
	Birds  []*Baked
	Shares Shares
}

// Only returns the mix of one model.
func Only(b *Baked) Mix { return Mix{Birds: []*Baked{b}} }

// Names returns the names of all models.
func (m *Mix) Names() string {
	var all []string
	for _, b := range m.Birds {
		all = append(all, b.Name)
	}
	return strings.Join(all, " and ")
}

// AllBirds returns the models of all mixes, in order.
func AllBirds(mixes []Mix) (all []*Baked) {
	for _, m := range mixes {
		all = append(all, m.Birds...)
	}
	return all
}

// Shares contains a weight of at least 0 for each model of a [Mix]. A model's fraction of the birds is its
// weight divided by the sum. If there are fewer than two weights, all birds have the first model.
type Shares []int

// Model returns the index of the model of a bird. bird is the bird's index in the flock. The number of birds
// with a model is in proportion to the model's weight, with an error of at most 5 in flocks of up to 20,000.
func (s Shares) Model(bird int) int {
	if len(s) < 2 {
		return 0
	}
	total := 0
	for _, n := range s {
		total += n
	}
	// Multiples of the golden ratio have evenly spread fractional parts.
	const golden = 2654435769 // the golden ratio minus 1, times 2³²
	index := int(uint64(uint32(bird)*golden) * uint64(total) >> 32)
	for k, n := range s {
		if index < n {
			return k
		}
		index -= n
	}
	return 0
}

// Models returns the number of models.
func (s Shares) Models() int { return max(1, len(s)) }
