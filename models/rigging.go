package models

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
	"skein/models/rig"
)

// addRig adds a rig to a model without animation: o.Rig, or a rig that suits its shape and names. The
// rotation to bird axes must be known.
func (l *beat) addRig(o BakeOptions, s *Analysis) error {
	if l.clipEnd > l.clipStart || o.Rig == rig.None {
		return nil
	}
	rest := l.poseAt(0)
	points := spreadPoints(l.model, rest)
	kind, vertical, reason := rig.Choose(animalNames(l.model), points)
	if o.Rig != "" && o.Rig != rig.Auto {
		kind, reason = o.Rig, "as asked"
	}
	if kind == rig.None || len(points) == 0 {
		return nil
	}
	var err error
	if l.rig, err = rig.New(kind, points, vertical); err != nil {
		return err
	}
	s.Rig, s.RigReason = kind, reason
	return nil
}

func animalNames(m *gltf.Model) []string {
	all := []string{m.Name}
	for _, l := range m.Landmarks(-1, 0) {
		if l.Name != "" {
			all = append(all, l.Name)
		}
	}
	return all
}

// spreadPoints returns points on the surface of a pose. They are at most 1/64 of the model's size apart,
// unless that gives too many points.
func spreadPoints(m *gltf.Model, pose []gltf.Surface) (points []mgl32.Vec3) {
	const perSize, mostPoints = 64, 100_000
	step := maxExtent(pose) / perSize
	triangles := 0
	for _, part := range m.Parts {
		triangles += len(part.Indices) / 3
	}
	most := max(int(math.Sqrt(2*mostPoints/float64(max(triangles, 1)))), 1)
	if step == 0 {
		return nil
	}
	for i, part := range m.Parts {
		p := pose[i].Positions
		for k := 0; k < len(part.Indices); k += 3 {
			a, b, c := p[part.Indices[k]], p[part.Indices[k+1]], p[part.Indices[k+2]]
			longest := max(b.Sub(a).Len(), c.Sub(b).Len(), a.Sub(c).Len())
			n := min(int(math.Ceil(float64(longest/step))), most)
			for u := range n + 1 {
				for v := range n + 1 - u {
					s, t := float32(u)/float32(max(n, 1)), float32(v)/float32(max(n, 1))
					points = append(points, a.Mul(1-s-t).Add(b.Mul(s)).Add(c.Mul(t)))
				}
			}
		}
	}
	return points
}
