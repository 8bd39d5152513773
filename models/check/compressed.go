package main

import (
	"fmt"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl64"

	"skein/models/gltf"
)

// checkCompressed compares the poses of the files in dir/compressed with those of the same names in
// dir/plain, which compress.mjs wrote. With Draco, and without filters, they must be the same bits. Filters
// may round differently by one unit of the last place of a 16-bit integer, which a chain of joints adds up.
// Files with Draco are also compared with those that were compressed, which are in the folder originals.
func checkCompressed(dir, originals string) error {
	names, err := filepath.Glob(filepath.Join(dir, "compressed", "*.glb"))
	if err == nil && len(names) == 0 {
		err = fmt.Errorf("%s has no compressed files", dir)
	}
	if err != nil {
		return err
	}
	largest, count := map[string]float64{}, map[string]int{}
	for _, name := range names {
		worst, err := compareFiles(name, filepath.Join(dir, "plain", filepath.Base(name)))
		if err != nil {
			return err
		}
		base := strings.TrimSuffix(filepath.Base(name), ".glb")
		way := base[strings.LastIndex(base, "-")+1:]
		original, options, isDraco := strings.Cut(base, "-draco-")
		if isDraco {
			way = "draco"
			if err := checkOriginal(name, filepath.Join(originals, original+".glb"), options); err != nil {
				return err
			}
		}
		largest[way] = max(largest[way], worst)
		count[way]++
		if allowed := tolerance(way); !(worst <= allowed) {
			return fmt.Errorf("%s: the poses differ by %.2g of the model's size from those of the uncompressed file; at most %g is allowed", name, worst, allowed)
		}
	}
	for _, way := range []string{"exact", "quantized", "filtered", "draco"} {
		if count[way] == 0 {
			return fmt.Errorf("%s has no compressed files of the kind %q", dir, way)
		}
		fmt.Printf("compressed, %s: the poses of %d files differ by at most %.2g of the model's size\n", way, count[way], largest[way])
	}
	return nil
}

// tolerance returns how much poses may differ, in sizes of the model.
func tolerance(way string) float64 {
	if way == "filtered" {
		return 4.0 / math.MaxInt16
	}
	return 0
}

// compareFiles returns the largest difference between the poses of two files, in sizes of the model.
func compareFiles(name, reference string) (worst float64, err error) {
	got, err := gltf.Load(name)
	if err != nil {
		return 0, err
	}
	want, err := gltf.Load(reference)
	if err != nil {
		return 0, err
	}
	if len(got.Clips) != len(want.Clips) {
		return 0, fmt.Errorf("%s has %d clips; want %d", name, len(got.Clips), len(want.Clips))
	}
	for clip := -1; clip < len(want.Clips); clip++ {
		for _, t := range times(want, clip) {
			a, errA := poseAt(got, clip, t)
			b, errB := poseAt(want, clip, t)
			if errA != nil || errB != nil {
				return 0, fmt.Errorf("%s: clip %d at %v s: %v, %v", name, clip, t, errA, errB)
			}
			worst = max(worst, a.difference(&b))
		}
	}
	return worst, nil
}

// difference returns the largest difference to another pose, in sizes of the other. It returns +Inf if
// they have different numbers of vertices.
func (p *pose) difference(want *pose) (worst float64) {
	if len(p.Primitives) != len(want.Primitives) {
		return math.Inf(1)
	}
	size := 0.0
	for k, positions := range want.Primitives {
		if len(p.Primitives[k]) != len(positions) {
			return math.Inf(1)
		}
		for i, v := range positions {
			worst = max(worst, math.Abs(p.Primitives[k][i]-v))
			size = max(size, math.Abs(v))
		}
	}
	if worst == 0 {
		return 0
	}
	return worst / size
}

// checkOriginal compares the poses of a file that Draco compressed with those of the original file. Draco
// changes the order of vertices, so each vertex is compared with the nearest one of the other file. The
// options are METHOD-SPEED-BITS. Positions and joint weights have this number of bits.
func checkOriginal(name, original, options string) error {
	bits, err := strconv.Atoi(options[strings.LastIndex(options, "-")+1:])
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	got, err := gltf.Load(name)
	if err != nil {
		return err
	}
	want, err := gltf.Load(original)
	if err != nil {
		return err
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
		if allowed := 8 / float64(int(1)<<bits) * size; !(worst <= allowed) { // a skin adds up the errors of weights
			return fmt.Errorf("%s: a vertex is %.2g from those of the original; at most %.2g is allowed", name, worst, allowed)
		}
	}
	return nil
}

// usedVertices returns the different vertices of triangles. It leaves out triangles that are lines or points,
// as Draco does.
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

// farthest returns the largest distance from a vertex to the nearest one of others.
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
