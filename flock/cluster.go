package flock

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/pairs"
	"skein/flock/vec"
)

// clusterMargin multiplies a search radius, to allow for rounding errors.
const clusterMargin = 1.001

// Clusters divides a flock into its connected components. Two boids are linked if they are less than link
// metres apart. The result labels holds the index of each boid's cluster, from 0 to count-1. The clusters are
// in the order of their lowest ids.
func Clusters(s *Snapshot, link float32) (labels []int32, count int) {
	return clustersIn(torus{}, s, link)
}

// clustersIn is Clusters in a given world. If the world wraps around, its side must be more than 2·link.
func clustersIn(world torus, s *Snapshot, link float32) (labels []int32, count int) {
	var linker pairs.Linker
	return world.linked(&linker, s.Pos, link).Labels()
}

func (t torus) linked(linker *pairs.Linker, pos []mgl32.Vec3, link float32) pairs.Forest {
	return linker.Link(pos, clusterMargin*float64(link), t.side, func(i, j int32) bool { return t.closer(pos[i], pos[j], link) })
}

func (t torus) closer(a, b mgl32.Vec3, link float32) bool {
	d := vec.FromArray(a).Sub(vec.FromArray(b))
	if t.side > 0 {
		d = t.nearest(d)
	}
	return d.Dot(d) < float32(link*link)
}
