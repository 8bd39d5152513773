package field

import (
	"math"
	"slices"

	"skein/flock/internal/kdtree"
	"skein/flock/internal/pairs"
	"skein/flock/vec"
)

type neighbour = kdtree.Neighbour

// neighbours returns the k nearest other birds of every bird, nearest first. At equal distances, the bird
// with the lower index comes first.
func neighbours(pos []vec.Vec64, k int) [][]neighbour { return kdtree.New(pos).AllNearest(k) }

// Two birds are linked if one is among the other's linkNearest nearest, and closer than linkMedians times the
// median distance of seventh neighbours. (First neighbours would be too close if birds fly in pairs.) A part
// consists of birds that are linked, directly or through others.
const (
	linkNearest = 15
	linkMedians = 2.5
)

// medianOf returns the median distance between birds and their n-th nearest neighbours, in m. For a bird with
// fewer neighbours, it uses the farthest one. It returns 0 if there are no neighbours.
func medianOf(near [][]neighbour, n int) float64 {
	var all []float64
	for _, own := range near {
		if len(own) > 0 {
			all = append(all, own[min(n, len(own))-1].D2)
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return math.Sqrt(all[len(all)/2])
}

// A part counts for the scorecard only if it has at least this number of birds, and this fraction of the
// flock.
const (
	fewestApart = 10
	leastApart  = 0.01
)

func parts(pos []vec.Vec64) (labels []int32, sizes []int) {
	return partsAmong(pos, neighbours(pos, linkNearest))
}

// partsAmong returns the index of each bird's part, and the sizes of the parts. near holds the linkNearest
// nearest neighbours of each bird.
func partsAmong(pos []vec.Vec64, near [][]neighbour) (labels []int32, sizes []int) {
	reach := linkMedians * medianOf(near, interactingCount)
	reach2 := reach * reach
	linked := pairs.NewForest(len(pos))
	for i, n := range near {
		for _, other := range n {
			if other.D2 <= reach2 {
				linked.Link(int32(i), other.ID)
			}
		}
	}
	labels, count := linked.Labels()
	sizes = make([]int, count)
	for _, l := range labels {
		sizes[l]++
	}
	return labels, sizes
}

// largestPart returns the ascending indices of the birds in the largest part, and the number of parts that
// count, at least 1.
func largestPart(pos []vec.Vec64) (ids []int, count int) {
	if len(pos) == 0 {
		return nil, 0
	}
	labels, sizes := parts(pos)
	best := int32(slices.Index(sizes, slices.Max(sizes)))
	for _, size := range sizes {
		if size >= fewestApart && float64(size) >= leastApart*float64(len(pos)) {
			count++
		}
	}
	for i, l := range labels {
		if l == best {
			ids = append(ids, i)
		}
	}
	return ids, max(1, count)
}
