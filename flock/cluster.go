package flock

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/internal/pairs"
	"skein/flock/vec"
)

// clusterMargin multiplies a search radius, to allow for rounding errors.
const clusterMargin = 1.001

// Clusters divides a flock into its connected components. Two boids are linked if they are less than link
// metres apart. The slice labels holds the number of each boid's cluster, from 0 to count-1. Clusters are
// numbered in the order of their lowest ids.
func Clusters(s *Snapshot, link float32) (labels []int32, count int) {
	return clustersIn(torus{}, s, link)
}

// clustersIn does the same as Clusters, in a given world. A world whose side is above 0 wraps around. Its
// side must be more than 2·link.
func clustersIn(world torus, s *Snapshot, link float32) (labels []int32, count int) {
	var linker pairs.Linker
	return world.linked(&linker, s.Pos, link).Labels()
}

// linked groups boids into connected components. Two boids are linked if they are less than link metres
// apart.
func (t torus) linked(linker *pairs.Linker, pos []mgl32.Vec3, link float32) pairs.Forest {
	return linker.Link(pos, clusterMargin*float64(link), t.side, func(i, j int32) bool { return t.closer(pos[i], pos[j], link) })
}

// closer reports whether the nearest images of two places are less than link apart.
func (t torus) closer(a, b mgl32.Vec3, link float32) bool {
	d := vec.FromArray(a).Sub(vec.FromArray(b))
	if t.side > 0 {
		d = t.nearest(d)
	}
	return d.Dot(d) < float32(link*link)
}
