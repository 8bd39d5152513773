// Command check writes the poses that package models computes for glTF files. check.mjs, which runs
// in Node, compares them with the results of other programs: three.js's GLTFLoader and the Khronos
// glTF validator. `make check-models` does so for the built-in birds, the files of package samples
// and all files listed in MODELS, and compares compressed files with the uncompressed ones. `make
// check-creatures` compares the fronts of animals. For each file, the command writes NAME.glb, and
// NAME.json with poses of every clip and the rest pose.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"skein/flock/files"
	"skein/models/gltf"

	"skein/models/check/samples"
)

type poses struct {
	Name  string `json:"name"`
	Poses []pose `json:"poses"`
}

type pose struct {
	Clip       int         `json:"clip"` // -1 means the rest pose
	Time       float64     `json:"time"` // time in the clip, s
	Primitives [][]float64 `json:"primitives"`
}

func main() {
	out := flag.String("o", "", "folder to write to")
	seeds := flag.Uint64("samples", 300, "number of generated files")
	compressed := flag.String("compressed", "", "only compare the compressed files in this folder, which compress.mjs wrote")
	originals := flag.String("originals", "", "the folder of the files that compress.mjs compressed")
	creatures := flag.String("creatures", "", "only compare the fronts that skein finds for the animals in this folder with the true fronts in creatures.csv")
	fit := flag.Bool("fit", false, "with -creatures: print the weights of the evidence that fit these files best")
	flag.Parse()
	check := func() error { return run(*out, *seeds, flag.Args()) }
	if *compressed != "" {
		check = func() error { return checkCompressed(*compressed, *originals) }
	}
	if *creatures != "" {
		check = func() error { return checkCreatures(*creatures, *fit) }
	}
	if err := check(); err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

func run(dir string, seeds uint64, paths []string) error {
	for seed := range seeds {
		s := samples.New(seed)
		path := filepath.Join(dir, s.Name+".glb")
		if s.MisreadByThree {
			continue
		}
		if err := os.WriteFile(path, s.GLB, 0o644); err != nil {
			return err
		}
		if err := writePoses(dir, s.Name, path); err != nil {
			return err
		}
	}
	for _, from := range paths {
		data, err := files.Read(from, gltf.MaxFile)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(from), filepath.Ext(from))
		if err := os.WriteFile(filepath.Join(dir, name+".glb"), data, 0o644); err != nil {
			return err
		}
		if err := writePoses(dir, name, from); err != nil {
			return err
		}
	}
	return nil
}

func writePoses(dir, name, path string) error {
	m, err := gltf.Load(path)
	if err != nil {
		return err
	}
	out := poses{Name: name}
	for clip := -1; clip < len(m.Clips); clip++ {
		for _, t := range times(m, clip) {
			p, err := poseAt(m, clip, t)
			if err != nil {
				return fmt.Errorf("%s: %w", path, err)
			}
			out.Poses = append(out.Poses, p)
		}
	}
	data, err := json.Marshal(out)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, name+".json"), data, 0o644)
}

func times(m *gltf.Model, clip int) []float64 {
	if clip < 0 {
		return []float64{0}
	}
	c := m.Clips[clip]
	var out []float64
	for _, share := range []float64{0, 0.01, 0.13, 0.377, 0.5, 0.71, 0.9999, 1, 1.2} {
		out = append(out, share*c.End)
	}
	return append(out, c.Start)
}

func poseAt(m *gltf.Model, clip int, t float64) (pose, error) {
	out := pose{Clip: clip, Time: t}
	primitives, err := m.PosePrimitives(clip, t)
	for _, e := range primitives {
		var flat []float64
		for _, v := range e.Positions {
			flat = append(flat, v[:]...)
		}
		out.Primitives = append(out.Primitives, flat)
	}
	return out, err
}
