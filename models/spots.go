package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// spot is a point of the model's surface, which stands for an area around it.
type spot struct {
	part   int
	corner [3]uint32
	share  [3]float32 // of the corners; their sum is 1
	colour mgl32.Vec3 // linear, texture included
}

// spots are about n points of the surface, each for as much of its area in the
// first pose.
func (b *Baked) spots(n int) (out []spot) {
	var total float64
	b.faces(func(_ int, _ [3]uint32, area float64) { total += area })
	if !(total > 0) {
		return nil
	}
	var sum float64
	b.faces(func(part int, corner [3]uint32, area float64) {
		sum += area
		for float64(len(out))+0.5 < sum/total*float64(n) {
			s := spot{part: part, corner: corner, share: scattered(len(out))}
			s.colour = b.Parts[part].seen(corner, s.share)
			out = append(out, s)
		}
	})
	return out
}

// faces calls do with every triangle and its area in the first pose.
func (b *Baked) faces(do func(part int, corner [3]uint32, area float64)) {
	for i := range b.Parts {
		p := &b.Parts[i]
		for k := 0; k+2 < len(p.Indices); k += 3 {
			c := [3]uint32(p.Indices[k : k+3])
			do(i, c, float64(crossed(p.Positions[c[0]], p.Positions[c[1]], p.Positions[c[2]]).Len())/2)
		}
	}
}

// scattered is the i-th of points evenly spread over a triangle (Roberts' R2
// sequence, folded).
func scattered(i int) [3]float32 {
	const g, h = 0.7548776662466927, 0.5698402909980532
	_, u := math.Modf(0.5 + g*float64(i))
	_, v := math.Modf(0.5 + h*float64(i))
	if u+v > 1 {
		u, v = 1-u, 1-v
	}
	return [3]float32{float32(1 - u - v), float32(u), float32(v)}
}

// mixed is what vertices hold, by their shares.
func (s *spot) mixed(all []mgl32.Vec3) mgl32.Vec3 {
	return all[s.corner[0]].Mul(s.share[0]).Add(all[s.corner[1]].Mul(s.share[1])).Add(all[s.corner[2]].Mul(s.share[2]))
}

// of are a spot's place and normal in a pose.
func (b *Baked) of(s *spot, pose int) (at, normal mgl32.Vec3) {
	p := &b.Parts[s.part]
	first, n := pose*p.Vertices(b.Poses), p.Vertices(b.Poses)
	return s.mixed(p.Positions[first : first+n]), s.mixed(p.Normals[first : first+n])
}
