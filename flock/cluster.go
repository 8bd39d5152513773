package flock

import (
	"cmp"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// Clusters divides a flock into its connected components, two boids being
// linked when they are closer than link metres. labels holds for each boid the
// number of its cluster, from 0 to count-1 in order of their lowest ids.
func Clusters(s *Snapshot, link float32) (labels []int32, count int) {
	parent := make([]int32, s.Len())
	byX := make([]int32, s.Len())
	for i := range parent {
		parent[i], byX[i] = int32(i), int32(i)
	}
	slices.SortFunc(byX, func(a, b int32) int { return cmp.Compare(s.Pos[a][0], s.Pos[b][0]) })
	for k, i := range byX {
		for _, j := range byX[k+1:] {
			if s.Pos[j][0]-s.Pos[i][0] >= link {
				break
			}
			if closer(s.Pos[i], s.Pos[j], link) {
				unite(parent, i, j)
			}
		}
	}
	return numbered(parent)
}

func closer(a, b mgl32.Vec3, link float32) bool {
	d := vecOf(a).sub(vecOf(b))
	return d.dot(d) < float32(link*link)
}

// root of i's tree, which it flattens on the way.
func root(parent []int32, i int32) int32 {
	for parent[i] != i {
		parent[i] = parent[parent[i]]
		i = parent[i]
	}
	return i
}

// unite two trees under the lower root, so that a root is its cluster's lowest id.
func unite(parent []int32, i, j int32) {
	a, b := root(parent, i), root(parent, j)
	parent[max(a, b)] = min(a, b)
}

func numbered(parent []int32) (labels []int32, count int) {
	labels = make([]int32, len(parent))
	for i := range parent {
		if r := root(parent, int32(i)); r == int32(i) {
			labels[i] = int32(count)
			count++
		} else {
			labels[i] = labels[r]
		}
	}
	return labels, count
}
