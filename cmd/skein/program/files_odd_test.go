//go:build unix

package program

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"skein/cmd/skein/internal/input"
	"skein/engine/capture"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/tracks"
	"skein/models"
)

// fileReader reads a file of the named ending, which a user may give to skein.
type fileReader struct {
	name, ending string
	read         func(path string) error
}

// fileReaders returns all readers of files but those of the window.
func fileReaders() []fileReader {
	obstacle := func(path string) error {
		_, _, err := input.ReadObstacle(nil, &scenario.Scenario{}, path)
		return err
	}
	return []fileReader{
		{"scenario", ".toml", func(path string) error { _, err := scenario.Load(path); return err }},
		{"camera file", ".toml", func(path string) error { _, err := input.ReadCamera(path); return err }},
		{"camera table", ".csv", func(path string) error { _, err := input.ReadCamera(path); return err }},
		{"camera of a model", ".glb", func(path string) error { _, err := input.ReadCamera(path); return err }},
		{"bird", ".glb", func(path string) error { _, err := models.Load(path); return err }},
		{"bird's text", ".gltf", func(path string) error { _, err := models.Load(path); return err }},
		{"obstacle", ".glb", obstacle},
		{"height map", ".png", obstacle},
		{"recording", ".mcap", func(path string) error { _, err := recording.Open(path); return err }},
		{"finished recording", ".mcap", func(path string) error { _, err := recording.Continue(path, false); return err }},
		{"part of a recording", ".mcap.part", func(path string) error {
			_, err := recording.Continue(strings.TrimSuffix(path, ".part"), false)
			return err
		}},
		{"tracks", ".csv", func(path string) error {
			_, err := tracks.Read(context.Background(), path, tracks.Options{})
			return err
		}},
		{"picture's notes", ".png", func(path string) error { _, err := capture.ReadNotes(path); return err }},
		{"try of a search", ".json", func(path string) error {
			_, err := (&fitSearch{folder: filepath.Dir(path)}).kept(strings.TrimSuffix(filepath.Base(path), ".json"))
			return err
		}},
	}
}

// oddFiles are ways to make a file that a reader must refuse at once.
func oddFiles() map[string]func(path string) error {
	return map[string]func(path string) error{
		"pipe":      func(path string) error { return syscall.Mkfifo(path, 0o644) },
		"device":    func(path string) error { return os.Symlink("/dev/zero", path) },
		"directory": func(path string) error { return os.Mkdir(path, 0o755) },
		"sparse": func(path string) error {
			if err := os.WriteFile(path, nil, 0o644); err != nil {
				return err
			}
			return os.Truncate(path, 8<<30)
		},
	}
}

// Readers refuse pipes, devices, directories and huge files at once, with an error that
// names the file, and do not read them.
func TestReadersRefuseOddFiles(t *testing.T) {
	for _, r := range fileReaders() {
		for kind, makeFile := range oddFiles() {
			t.Run(r.name+"/"+kind, func(t *testing.T) {
				path := filepath.Join(t.TempDir(), "odd"+r.ending)
				if err := makeFile(path); err != nil {
					t.Skip(err)
				}
				refusesAtOnce(t, r, path)
			})
		}
	}
	refusesAtOnce(t, fileReaders()[6], "/dev/zero")
}

// refusesAtOnce fails unless the reader returns an error soon and takes little memory.
func refusesAtOnce(t *testing.T, r fileReader, path string) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	done := make(chan error, 1)
	go func() { done <- r.read(path) }()
	select {
	case err := <-done:
		if err == nil || !strings.Contains(err.Error(), filepath.Base(path)) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v", r.name, err)
		}
	case <-time.After(20 * time.Second):
		t.Fatalf("%s: %s is still being read", r.name, path)
	}
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; took > 64<<20 {
		t.Errorf("%s: %s took %d MiB", r.name, path, took>>20)
	}
}

// Only package files opens files for reading. Others use it, so that each reader has the
// same checks.
func TestOnePackageOpensFiles(t *testing.T) {
	allowed := map[string]string{
		"cmd/skein/internal/build/build.go": "the running program",
		"cmd/skein/program/fly_log.go":      "/proc/self/statm",
		"flock/recording/sink.go":           "a directory, to sync it",
		"flock/whole/beside.go":             "a directory, to lock it, and /etc/machine-id",
		"flock/files/files.go":              "the helper itself",
	}
	tools := []string{"cmd/endure/", "ui/guide/guidetest/"} // they try skein, and read what it or the repository holds
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

// callsIn returns the functions of packages that a Go file uses, such as os.Open.
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
