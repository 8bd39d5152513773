package main

import (
	"fmt"
	"math"
	"path/filepath"
	"strings"

	"skein/models/gltf"
)

// checkCompressed compares the poses of the files in dir/compressed and dir/plain, which compress.mjs has
// written. Files with Draco and without filters must have the same bits. Filters may round by one unit of a
// 16-bit integer, and a chain of joints adds these errors up. Files with Draco are also compared with the
// originals.
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
			isCompressed, err := checkDraco(name, filepath.Join(dir, "plain", base+".glb"), filepath.Join(originals, original+".glb"), options)
			if err != nil {
				return err
			}
			if !isCompressed {
				continue
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

func tolerance(way string) float64 {
	if way == "filtered" {
		return 4.0 / math.MaxInt16
	}
	return 0
}

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

// difference returns the largest difference from another pose, as a fraction of its size. It returns +Inf if
// the numbers of vertices differ.
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
