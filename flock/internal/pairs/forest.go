package pairs

import "slices"

// Forest says which boids hang together, by links from one to the next: a tree for each
// set of them, whose root has its lowest id.
type Forest []int32 // parent of each boid; a root is its own

// NewForest has n boids each alone.
func NewForest(n int) Forest {
	return Forest(nil).Renew(n)
}

// Renew has n boids each alone, in the forest's memory if there is enough.
func (f Forest) Renew(n int) Forest {
	f = slices.Grow(f[:0], n)[:n]
	for i := range f {
		f[i] = int32(i)
	}
	return f
}

// Root of i's tree, which it flattens on the way.
func (f Forest) Root(i int32) int32 {
	for f[i] != i {
		f[i] = f[f[i]]
		i = f[i]
	}
	return i
}

// Link makes one tree of those of two boids.
func (f Forest) Link(i, j int32) {
	a, b := f.Root(i), f.Root(j)
	f[max(a, b)] = min(a, b)
}

// Labels number the trees from 0 to count-1, in order of their roots.
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
