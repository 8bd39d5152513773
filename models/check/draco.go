package main

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"skein/models/gltf"
)

// checkDraco compares a Draco-compressed file to plain, which has the same data decoded, and to the original.
// It returns false if the original contains nothing that Draco can compress.
func checkDraco(name, plain, original, options string) (isCompressed bool, err error) {
	var all [3]*gltf.Model
	for k, path := range []string{name, plain, original} {
		if all[k], err = gltf.Load(path); err != nil {
			return false, err
		}
	}
	const extension = "KHR_draco_mesh_compression"
	if slices.Contains(all[1].Extensions, extension) {
		return false, fmt.Errorf("%s must not have the extension %s", plain, extension)
	}
	if err := checkAttributes(name, all[0], all[1]); err != nil {
		return false, err
	}
	return slices.Contains(all[0].Extensions, extension), checkOriginal(name, all[0], all[2], options)
}

func checkAttributes(name string, got, want *gltf.Model) error {
	a, errA := got.PosePrimitives(-1, 0)
	b, errB := want.PosePrimitives(-1, 0)
	if errA != nil || errB != nil || len(a) != len(b) {
		return fmt.Errorf("%s: %d primitives, want %d: %v, %v", name, len(a), len(b), errA, errB)
	}
	for k := range b {
		if !slices.Equal(a[k].Triangles, b[k].Triangles) || !slices.Equal(a[k].Normals, b[k].Normals) || !slices.Equal(a[k].UV, b[k].UV) {
			return fmt.Errorf("%s: the triangles, normals or texture coordinates of primitive %d differ from those of the uncompressed file", name, k)
		}
	}
	return nil
}

// checkOriginal compares the poses of a file that Draco compressed with the poses of the original. Draco
// reorders vertices, so each vertex is compared with the nearest one. options is METHOD-SPEED-BITS; the bits
// are for positions and joint weights.
func checkOriginal(name string, got, want *gltf.Model, options string) error {
	bits, err := strconv.Atoi(options[strings.LastIndex(options, "-")+1:])
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for clip := -1; clip < min(1, len(want.Clips)); clip++ {
		t := times(want, clip)[0]
		a, errA := got.PosePrimitives(clip, t)
		b, errB := want.PosePrimitives(clip, t)
		if errA != nil || errB != nil || len(a) != len(b) {
			return fmt.Errorf("%s: clip %d: %d primitives, want %d: %v, %v", name, clip, len(a), len(b), errA, errB)
		}
		worst, size := 0.0, 0.0
		for k := range a {
			from, to := usedVertices(&a[k]), usedVertices(&b[k])
			worst = max(worst, farthest(from, to), farthest(to, from))
			for _, v := range to {
				size = max(size, v.Len())
			}
		}
		if allowed := 8 / float64(int(1)<<bits) * size; !(worst <= allowed) { // a skin adds up errors of weights
			return fmt.Errorf("%s: a vertex is %.2g away from the nearest vertex of the original; at most %.2g is allowed", name, worst, allowed)
		}
	}
	return nil
}

func usedVertices(p *gltf.PosedPrimitive) []mgl64.Vec3 {
	used := map[mgl64.Vec3]bool{}
	for i := 0; i+2 < len(p.Triangles); i += 3 {
		a, b, c := p.Positions[p.Triangles[i]], p.Positions[p.Triangles[i+1]], p.Positions[p.Triangles[i+2]]
		if a != b && b != c && c != a {
			used[a], used[b], used[c] = true, true, true
		}
	}
	return slices.Collect(maps.Keys(used))
}

func farthest(vertices, others []mgl64.Vec3) (worst float64) {
	for _, v := range vertices {
		nearest := math.Inf(1)
		for _, w := range others {
			nearest = min(nearest, v.Sub(w).LenSqr())
		}
		worst = max(worst, nearest)
	}
	return math.Sqrt(worst)
}
