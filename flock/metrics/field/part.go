package field

import (
	"slices"

	"skein/flock/internal/kdtree"
	"skein/flock/internal/pairs"
	"skein/flock/vec"
)

// neighbour is another bird and its distance.
type neighbour = kdtree.Neighbour

// neighbours returns the k nearest other birds of every bird, nearest first. At equal distances the
// lower index comes first.
func neighbours(pos []vec.Vec64, k int) [][]neighbour { return kdtree.New(pos).AllNearest(k) }

// A flock consists of birds that are linked, directly or through others. Two birds are linked if one
// is among the linked nearest of the other and closer than a multiple of the median distance of
// seventh neighbours. First neighbours would not do: in birds that fly in pairs, their distance says
// nothing about the flock.
const (
	linkNearest = 15
	linkMedians = 2.5
)

// largest returns the indices of the birds in the largest part of a flock, in order.
func largest(pos []vec.Vec64) []int {
	if len(pos) == 0 {
		return nil
	}
	near := neighbours(pos, linkNearest)
	var seventh []float64
	for _, n := range near {
		if len(n) > 0 {
			seventh = append(seventh, n[min(interacting, len(n))-1].D2)
		}
	}
	slices.Sort(seventh)
	reach2 := 0.0
	if len(seventh) > 0 {
		reach2 = linkMedians * linkMedians * seventh[len(seventh)/2]
	}
	linked := pairs.NewForest(len(pos))
	for i, n := range near {
		for _, other := range n {
			if other.D2 <= reach2 {
				linked.Link(int32(i), other.ID)
			}
		}
	}
	labels, count := linked.Labels()
	sizes := make([]int, count)
	for _, l := range labels {
		sizes[l]++
	}
	best := int32(slices.Index(sizes, slices.Max(sizes)))
	var ids []int
	for i, l := range labels {
		if l == best {
			ids = append(ids, i)
		}
	}
	return ids
}
