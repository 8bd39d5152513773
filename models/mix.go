package models

import "strings"

// Mix contains the models with which the birds of a flock are drawn.
type Mix struct {
	Birds  []*Baked
	Shares Shares
}

// Only returns the mix with a single model.
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

// Shares contains a weight for each model of a [Mix]. Weights are not negative. The fraction of the
// birds with a model is its weight divided by the sum of all weights. If there are fewer than two
// weights, all birds have the first model.
type Shares []int

// Model returns the index of a bird's model. bird is the index of the bird in its flock. Among
// the first birds of a flock, the models occur in proportion to their weights. In flocks of up to
// 20,000, the numbers differ from this by at most 5 birds.
func (s Shares) Model(bird int) int {
	if len(s) < 2 {
		return 0
	}
	total := 0
	for _, n := range s {
		total += n
	}
	// The fractional parts of the multiples of the golden ratio are spread evenly between 0 and 1.
	const golden = 2654435769 // the golden ratio minus 1, times 2³²
	at := int(uint64(uint32(bird)*golden) * uint64(total) >> 32)
	for k, n := range s {
		if at < n {
			return k
		}
		at -= n
	}
	return 0
}

// Models returns the number of models.
func (s Shares) Models() int { return max(1, len(s)) }
