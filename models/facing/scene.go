package facing

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"skein/models/gltf"
)

// scene contains the data that are used as evidence: the triangles of a model during its motion, and its
// named parts. Positions are relative to the surface's centroid, in units of the largest dimension.
type scene struct {
	triangles  []triangle
	places     []place // named nodes, joints and materials
	hints      [SourceCount]hint
	bones      []bone
	travel     mgl32.Vec3
	shaped     float64    // weight of evidence from the shape, 0 to 1; smaller for few triangles
	asymmetric [3]float64 // for a mirror across each axis, the fraction of the surface without a mirror image
}

type triangle struct {
	mean   mgl32.Vec3
	moves  mgl32.Vec3 // root mean square distance of the centroid from its mean, along each axis
	area   float64    // mean area over the motion; the sum over all triangles is 1
	corner [3]mgl32.Vec3
	path   []mgl32.Vec3
}

// bone is the origin of a joint, and the middle of the surface that it moves.
type bone struct{ origin, surface mgl32.Vec3 }

func newScene(motion Motion) *scene {
	s := &scene{travel: motion.Travel}
	s.shaped = float64(motion.Model.Triangles) / float64(motion.Model.Triangles+20)
	parts := partsOf(motion.Model.Triangles)
	for part := range motion.Model.Parts {
		indices := motion.Model.Parts[part].Indices
		for k := 0; k+2 < len(indices); k += 3 {
			s.triangles = append(s.triangles, newTriangles(motion.Poses, part, indices[k:k+3], parts)...)
		}
	}
	middle, size := s.normalize()
	s.travel = s.travel.Mul(1 / size)
	place := func(p mgl32.Vec3) mgl32.Vec3 { return p.Sub(middle).Mul(1 / size) }
	for _, l := range motion.Model.Landmarks(motion.Clip, motion.Seconds) {
		if l.Name != "" {
			s.addPlace(l.Name, "node", place(l.Position))
		}
		if l.Vertices > 0 && l.Position != l.Origin {
			s.bones = append(s.bones, bone{place(l.Origin), place(l.Position)})
		}
	}
	s.addMaterials(motion.Model, motion.Poses[0], place)
	s.readNames()
	for k := range s.asymmetric {
		s.asymmetric[k] = s.asymmetry(k)
	}
	return s
}

// partsOf returns the number of parts into which an edge of a triangle is divided. It is larger for models of
// few triangles, so that there are enough small ones.
func partsOf(triangles int) int {
	const enough, most = 1000, 16
	return min(max(int(math.Sqrt(enough/float64(max(triangles, 1)))), 1), most)
}

func newTriangles(poses [][]gltf.Surface, part int, indices []uint32, parts int) (all []triangle) {
	pointAt := func(i, j int) mgl32.Vec2 { return mgl32.Vec2{float32(i), float32(j)}.Mul(1 / float32(parts)) }
	for i := range parts {
		for j := range parts - i {
			all = append(all, newTriangle(poses, part, indices, [3]mgl32.Vec2{pointAt(i, j), pointAt(i+1, j), pointAt(i, j+1)}))
			if i+j+2 <= parts {
				all = append(all, newTriangle(poses, part, indices, [3]mgl32.Vec2{pointAt(i+1, j+1), pointAt(i, j+1), pointAt(i+1, j)}))
			}
		}
	}
	return all
}

// newTriangle returns a part of a triangle. The corners of the part are given as fractions of the two edges
// from the first corner.
func newTriangle(poses [][]gltf.Surface, part int, indices []uint32, corners [3]mgl32.Vec2) (t triangle) {
	share := 1 / float32(len(poses))
	for _, pose := range poses {
		var corner [3]mgl32.Vec3
		all := pose[part].Positions
		a := all[indices[0]]
		u, v := all[indices[1]].Sub(a), all[indices[2]].Sub(a)
		for k, c := range corners {
			corner[k] = a.Add(u.Mul(c[0])).Add(v.Mul(c[1]))
			t.corner[k] = t.corner[k].Add(corner[k].Mul(share))
		}
		pos := corner[0].Add(corner[1]).Add(corner[2]).Mul(1.0 / 3)
		t.path = append(t.path, pos)
		t.mean = t.mean.Add(pos.Mul(share))
		t.area += float64(share*corner[1].Sub(corner[0]).Cross(corner[2].Sub(corner[0])).Len()) / 2
	}
	return t
}

// normalize moves and scales the triangles to the scene's coordinates. It returns the model's centroid and
// largest dimension.
func (s *scene) normalize() (middle mgl32.Vec3, size float32) {
	inf := float32(math.Inf(1))
	low, high := mgl32.Vec3{inf, inf, inf}, mgl32.Vec3{-inf, -inf, -inf}
	var area float64
	for _, t := range s.triangles {
		area += t.area
		for k, v := range t.mean {
			low[k], high[k] = min(low[k], v), max(high[k], v)
		}
	}
	box := high.Sub(low)
	size = max(box[0], box[1], box[2])
	if !(size > 0) {
		size = 1
	}
	for _, t := range s.triangles {
		middle = middle.Add(t.mean.Mul(float32(t.area / max(area, math.SmallestNonzeroFloat64))))
	}
	for i := range s.triangles {
		t := &s.triangles[i]
		t.area /= max(area, math.SmallestNonzeroFloat64)
		t.mean = t.mean.Sub(middle).Mul(1 / size)
		for k := range t.corner {
			t.corner[k] = t.corner[k].Sub(middle).Mul(1 / size)
		}
		for k := range t.path {
			t.path[k] = t.path[k].Sub(middle).Mul(1 / size)
			for c, v := range t.path[k].Sub(t.mean) {
				t.moves[c] += v * v / float32(len(t.path))
			}
		}
		for c, v := range t.moves {
			t.moves[c] = float32(math.Sqrt(float64(v)))
		}
		t.path = nil
	}
	return middle, size
}

func (s *scene) addMaterials(m *gltf.Model, pose []gltf.Surface, toScene func(mgl32.Vec3) mgl32.Vec3) {
	for i := range m.Parts {
		p := &m.Parts[i]
		if p.Material.Name == "" || len(p.Indices) == 0 {
			continue
		}
		var sum mgl32.Vec3
		for _, v := range p.Indices {
			sum = sum.Add(pose[i].Positions[v].Mul(1 / float32(len(p.Indices))))
		}
		s.addPlace(p.Material.Name, "material", toScene(sum))
	}
}

// asymmetry returns the fraction of the surface whose mirror image is not near the surface. The mirror plane
// is in the middle of the model's box, perpendicular to axis k.
func (s *scene) asymmetry(k int) float64 {
	const cell = 0.05
	low, high := float32(math.Inf(1)), float32(math.Inf(-1))
	for _, t := range s.triangles {
		for _, c := range t.corner {
			low, high = min(low, c[k]), max(high, c[k])
		}
	}
	filled := map[[3]int]bool{}
	for _, t := range s.triangles {
		for _, p := range append(t.corner[:], t.mean) {
			filled[cellOf(p, cell)] = true
		}
	}
	var alone float64
	for _, t := range s.triangles {
		for _, p := range append(t.corner[:], t.mean) {
			p[k] = low + high - p[k]
			if !isNear(filled, cellOf(p, cell)) {
				alone += t.area / 4
			}
		}
	}
	return alone
}

func cellOf(p mgl32.Vec3, size float64) (out [3]int) {
	for k, v := range p {
		out[k] = int(math.Floor(float64(v) / size))
	}
	return out
}

func isNear(filled map[[3]int]bool, c [3]int) bool {
	for i := range 27 {
		if filled[[3]int{c[0] + i%3 - 1, c[1] + i/3%3 - 1, c[2] + i/9 - 1}] {
			return true
		}
	}
	return false
}
