package flock

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/pairs"
	"skein/flock/vec"
)

// clusterMargin is more than any rounding of a distance takes away.
const clusterMargin = 1.001

// Clusters divides a flock into its connected components, two boids being
// linked when they are closer than link metres. labels holds for each boid the
// number of its cluster, from 0 to count-1 in order of their lowest ids.
func Clusters(s *Snapshot, link float32) (labels []int32, count int) {
	return clustersIn(torus{}, s, link)
}

// clustersIn is Clusters in a world that wraps around, if it has a side, which is
// more than twice the link.
func clustersIn(world torus, s *Snapshot, link float32) (labels []int32, count int) {
	linked, size := pairs.NewForest(s.Len()), clusterMargin*float64(link)
	cells := pairs.New(s.Pos, size)
	if world.side > 0 {
		cells = pairs.NewWrapped(s.Pos, size, world.side)
	}
	cells.Each(func(i, j int32, _ float64) {
		if world.closer(s.Pos[i], s.Pos[j], link) {
			linked.Link(i, j)
		}
	})
	return linked.Labels()
}

// closer reports whether two places are closer than the link.
func (t torus) closer(a, b mgl32.Vec3, link float32) bool {
	d := vec.FromArray(a).Sub(vec.FromArray(b))
	if t.side > 0 {
		d = t.nearest(d)
	}
	return d.Dot(d) < float32(link*link)
}
