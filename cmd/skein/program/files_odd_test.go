//go:build unix

package program

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/testfiles"
	"skein/engine/capture"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/tracks"
	"skein/models/gltf"
)

func fileReaders() []testfiles.Reader {
	obstacle := func(path string) error {
		_, _, err := input.ReadObstacle(nil, &scenario.Scenario{}, path)
		return err
	}
	return []testfiles.Reader{
		{Name: "scenario", Ending: ".toml", Read: func(path string) error { _, err := scenario.Load(path); return err }},
		{Name: "camera file", Ending: ".toml", Read: func(path string) error { _, err := input.ReadCamera(path); return err }},
		{Name: "camera table", Ending: ".csv", Read: func(path string) error { _, err := input.ReadCamera(path); return err }},
		{Name: "camera of a model", Ending: ".glb", Read: func(path string) error { _, err := input.ReadCamera(path); return err }},
		{Name: "camera of a columnar table", Ending: ".parquet", Read: func(path string) error { _, err := input.ReadCamera(path); return err }},
		{Name: "camera of a layer", Ending: ".usdc", Read: func(path string) error { _, err := input.ReadCamera(path); return err }},
		{Name: "camera of a package", Ending: ".usdz", Read: func(path string) error { _, err := input.ReadCamera(path); return err }},
		{Name: "bird", Ending: ".glb", Read: func(path string) error { _, err := gltf.Load(path); return err }},
		{Name: "bird's text", Ending: ".gltf", Read: func(path string) error { _, err := gltf.Load(path); return err }},
		{Name: "obstacle", Ending: ".glb", Read: obstacle},
		{Name: "height map", Ending: ".png", Read: obstacle},
		{Name: "recording", Ending: ".mcap", Read: func(path string) error { _, err := recording.Open(path); return err }},
		{Name: "finished recording", Ending: ".mcap", Read: func(path string) error { _, err := recording.Continue(path, false); return err }},
		{Name: "part of a recording", Ending: ".mcap.part", Read: func(path string) error {
			_, err := recording.Continue(strings.TrimSuffix(path, ".part"), false)
			return err
		}},
		{Name: "tracks", Ending: ".csv", Read: func(path string) error {
			_, err := tracks.Read(context.Background(), path, tracks.Options{})
			return err
		}},
		{Name: "NumPy tracks", Ending: ".npz", Read: func(path string) error {
			_, err := tracks.Read(context.Background(), path, tracks.Options{})
			return err
		}},
		{Name: "picture's notes", Ending: ".png", Read: func(path string) error { _, err := capture.ReadNotes(path); return err }},
	}
}

// Readers immediately refuse pipes, devices, directories and huge files, and the error names the file.
func TestReadersRefuseOddFiles(t *testing.T) {
	for _, r := range fileReaders() {
		for kind, makeFile := range testfiles.OddFiles() {
			t.Run(r.Name+"/"+kind, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "odd"+r.Ending)
				if err := makeFile(path); err != nil {
					t.Skip(err)
				}
				testfiles.RefusesAtOnce(t, r, path)
			})
		}
	}
	testfiles.RefusesAtOnce(t, fileReaders()[9], "/dev/zero")
}

func TestOnePackageOpensFiles(t *testing.T) {
	allowed := map[string]string{
		"cmd/skein/internal/build/build.go": "the running program",
		"cmd/skein/internal/fly/log.go":     "/proc/self/statm",
		"flock/recording/library_sink.go":   "a directory, to sync it",
		"flock/whole/temporary.go":          "a directory, to lock it, and /etc/machine-id",
		"flock/files/files.go":              "the helper itself",
	}
	tools := []string{"cmd/endure/", "cmd/site/", "cmd/skein/internal/testfiles/", "ui/guide/guidetest/"} // these packages test skein or read its own files
	banned := []string{"os.ReadFile", "os.Open", "fs.ReadFile", "io.ReadAll", "ioutil.ReadFile", "ioutil.ReadAll"}
	root := filepath.Join("..", "..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		name, _ := filepath.Rel(root, path)
		slashed := filepath.ToSlash(name)
		isTool := slices.ContainsFunc(tools, func(dir string) bool { return strings.HasPrefix(slashed, dir) })
		if err != nil || d.IsDir() || isTool || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || allowed[slashed] != "" {
			return err
		}
		for _, call := range callsIn(t, path) {
			if slices.Contains(banned, call) {
				t.Errorf("%s calls %s: use package files, which refuses pipes, devices and huge files", name, call)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func callsIn(t *testing.T, path string) (calls []string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if pkg, ok := s.X.(*ast.Ident); ok {
				calls = append(calls, pkg.Name+"."+s.Sel.Name)
			}
		}
		return true
	})
	return calls
}
