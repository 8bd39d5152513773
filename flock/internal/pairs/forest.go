package pairs

import "slices"

// Forest is a union-find structure of boids. Boids that are linked, directly or through others, form a tree.
// Its root is the boid with the lowest id.
type Forest []int32 // parent of each boid; a root is its own parent

func NewForest(n int) Forest {
	return Forest(nil).Renew(n)
}

// Renew returns a forest of n boids without links. It reuses the memory of f if that is large
// enough.
func (f Forest) Renew(n int) Forest {
	f = slices.Grow(f[:0], n)[:n]
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// Root returns the root of the tree of boid i. It also shortens the path to the root, so that later calls
// are faster.
func (f Forest) Root(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

func (f Forest) Link(i, j int32) {
	a, b := f.Root(i), f.Root(j)
	f[max(a, b)] = min(a, b)
}

// Labels assigns an index from 0 to count-1 to each tree, in the order of the roots. labels holds the index
// of each boid's tree.
func (f Forest) Labels() (labels []int32, count int) {
	labels = make([]int32, len(f))
	for i := range f {
		if r := f.Root(int32(i)); r == int32(i) {
			labels[i] = int32(count)
			count++
		} else {
			labels[i] = labels[r]
		}
	}
	return labels, count
}
