package metrics

import (
	"encoding/json"
	"maps"
	"slices"
)

// Curves holds the curves of a flock, averaged over time.
type Curves struct {
	Heading  Curve      `json:"heading_correlation"`  // correlation of v̂ - mean v̂
	Velocity Curve      `json:"velocity_correlation"` // correlation of v - mean v
	Speed    Curve      `json:"speed_correlation"`    // correlation of |v| - mean |v|
	Groups   GroupSizes `json:"group_sizes"`
}

// GroupSizes counts clusters by their number of boids, over all frames.
type GroupSizes struct{ count map[int]int }

func (g *GroupSizes) add(size, n int) {
	if g.count == nil {
		g.count = map[int]int{}
	}
	g.count[size] += n
}

// MarshalJSON writes the sizes and the number of clusters of each size.
func (g *GroupSizes) MarshalJSON() ([]byte, error) {
	out := struct {
		Size  []int `json:"size"`
		Count []int `json:"count"`
	}{[]int{}, []int{}}
	for _, size := range slices.Sorted(maps.Keys(g.count)) {
		out.Size, out.Count = append(out.Size, size), append(out.Count, g.count[size])
	}
	return json.Marshal(out)
}

func (c *Curves) add(v *View) {
	current := v.correlations()
	c.Heading.merge(&current.heading)
	c.Velocity.merge(&current.velocity)
	c.Speed.merge(&current.speed)
	for _, size := range v.proximity().groupSizes() {
		c.Groups.add(size, 1)
	}
}

func (c *Curves) merge(o *Curves) {
	c.Heading.merge(&o.Heading)
	c.Velocity.merge(&o.Velocity)
	c.Speed.merge(&o.Speed)
	for size, n := range o.Groups.count {
		c.Groups.add(size, n)
	}
}
