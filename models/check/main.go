// Command check writes what package models makes of glTF files, for a comparison
// with other programs: three's GLTFLoader and Khronos's validator, which
// check.mjs runs in Node. `make check-models` does all of it, on skein's own
// birds, on the files of package samples and on MODELS, a list of any others.
//
// For each file it writes NAME.glb and NAME.json, the poses of every clip and of
// none at some times.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"skein/models"
	"skein/models/check/samples"
)

// poses are a file's, as check.mjs reads them.
type poses struct {
	Name  string `json:"name"`
	Poses []pose `json:"poses"`
}

type pose struct {
	Clip       int         `json:"clip"` // -1: none
	Time       float64     `json:"time"` // s
	Primitives [][]float64 `json:"primitives"`
}

func main() {
	out := flag.String("o", "", "folder to write to")
	seeds := flag.Uint64("samples", 300, "number of files made up")
	flag.Parse()
	if err := run(*out, *seeds, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "check:", err)
		os.Exit(1)
	}
}

func run(dir string, seeds uint64, files []string) error {
	for seed := range seeds {
		s := samples.New(seed)
		path := filepath.Join(dir, s.Name+".glb")
		if s.Odd {
			continue
		}
		if err := os.WriteFile(path, s.GLB, 0o644); err != nil {
			return err
		}
		if err := write(dir, s.Name, path); err != nil {
			return err
		}
	}
	for _, from := range files {
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		name := strings.TrimSuffix(filepath.Base(from), filepath.Ext(from))
		if err := os.WriteFile(filepath.Join(dir, name+".glb"), data, 0o644); err != nil {
			return err
		}
		if err := write(dir, name, from); err != nil {
			return err
		}
	}
	return nil
}

// write writes the poses of a file.
func write(dir, name, path string) error {
	m, err := models.Load(path)
	if err != nil {
		return err
	}
	out := poses{Name: name}
	for clip := -1; clip < len(m.Clips); clip++ {
		for _, t := range times(m, clip) {
			p, err := posed(m, clip, t)
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

// times are before, at, between and after the keys of a clip.
func times(m *models.Model, clip int) []float64 {
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

func posed(m *models.Model, clip int, t float64) (pose, error) {
	out := pose{Clip: clip, Time: t}
	exact, err := m.Exact(clip, t)
	for _, e := range exact {
		var flat []float64
		for _, v := range e.Positions {
			flat = append(flat, v[:]...)
		}
		out.Primitives = append(out.Primitives, flat)
	}
	return out, err
}
