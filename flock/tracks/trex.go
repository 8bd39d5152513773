package tracks

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"skein/flock/files"
)

// trexTable reads tracks exported by TRex. There is an npz or CSV file for each individual. It holds times,
// positions in centimetres, and whether the individual is missing. Each file becomes a bird. Each frame with
// a position becomes a row; frames in which the individual is missing are left out.
type trexTable struct {
	paths []string
	known map[string]string
	path  string
	file  trexFile
	bird  cell
	row   int
	bytes int64
}

type trexFile interface {
	frame() (trexFrame, error)
	// clock returns the name of the column with the times: time (in s) or frame.
	clock() string
	done() int64
	close() error
}

// trexFrame is an individual in a frame. Y points down. Unknown coordinates are infinite or NaN.
type trexFrame struct {
	x, y    float64 // position, cm
	time    cell
	missing bool
}

// isTrex reports whether path is a folder or an npz file. For a CSV file, use [isTrexText].
func isTrex(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || strings.EqualFold(filepath.Ext(path), ".npz")
}

func newTrex(path string) (*trexTable, error) {
	t := &trexTable{paths: []string{path}, known: map[string]string{}}
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return t, t.open()
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		return nil, fmt.Errorf("%s: cannot read the folder", path)
	}
	if t.paths = trexFiles(path, entries, ".npz"); len(t.paths) == 0 {
		t.paths = trexFiles(path, entries, ".csv")
	}
	if len(t.paths) == 0 {
		return nil, fmt.Errorf("%s: contains no tracks; a folder must contain npz or CSV files from TRex", path)
	}
	return t, t.open()
}

func trexFiles(folder string, entries []os.DirEntry, ending string) (paths []string) {
	for _, e := range entries { // os.ReadDir returns sorted entries
		name := strings.ToLower(e.Name())
		if strings.HasSuffix(name, ending) && !strings.Contains(name, "_posture_") && !strings.Contains(name, "_tracklet_") {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	return paths
}

func (t *trexTable) open() error {
	if len(t.paths) == 0 {
		return io.EOF
	}
	path := t.paths[0]
	t.paths = t.paths[1:]
	f, info, err := files.Open(path)
	if err != nil {
		return err
	}
	file, err := newTrexFile(f, info.Size())
	if err == nil {
		err = t.begin(path, file)
	}
	if err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

func newTrexFile(f *os.File, size int64) (trexFile, error) {
	if strings.EqualFold(filepath.Ext(f.Name()), ".npz") {
		return newTrexArrays(f, size)
	}
	w, err := newWritten(f)
	if err != nil {
		return nil, err
	}
	return newTrexRows(w)
}

// begin begins to read a file. Its errors do not contain the path.
func (t *trexTable) begin(path string, file trexFile) error {
	if t.file != nil {
		if t.file.clock() != file.clock() {
			return fmt.Errorf("has the column %s, but other files have %s; all files must have the same one", file.clock(), t.file.clock())
		}
		t.bytes += t.file.done()
	}
	t.path, t.file = path, file
	return t.name(path)
}

// name sets the name of a file's bird to the number at the end of the file's name or, if there is none, to
// the whole name.
func (t *trexTable) name(path string) error {
	name := Title(path)
	if digits := regexp.MustCompile(`\d+$`).FindString(name); digits != "" {
		name = digits
	}
	t.bird = cell{text: name}
	if n, err := strconv.ParseFloat(name, 64); err == nil {
		t.bird.number, t.bird.kind = n, number
	} else {
		t.bird.kind = text
	}
	if other := t.known[name]; other != "" {
		return fmt.Errorf("bird %.40s is also in %s; import only the files of one video", name, Name(other))
	}
	t.known[name] = path
	return nil
}

// next stores the next frame in which an individual is not missing. Its errors contain the name of the file.
func (t *trexTable) next(want []int, row []cell) error {
	for {
		f, err := t.file.frame()
		if errors.Is(err, io.EOF) {
			t.file.close()
			if err := t.open(); err != nil {
				return err
			}
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", t.path, err)
		}
		t.row++
		if f.missing || !isFinite(f.x) || !isFinite(f.y) {
			continue
		}
		values := []cell{t.bird, f.time, {number: f.x, kind: number}, {number: -f.y, kind: number}}
		for k, index := range want {
			row[k] = values[index]
		}
		return nil
	}
}

func isFinite(x float64) bool { return !math.IsInf(x, 0) && !math.IsNaN(x) }

func (t *trexTable) header() []string             { return []string{"id", t.file.clock(), "x", "y"} }
func (t *trexTable) width() int                   { return 4 }
func (t *trexTable) rowNumber() int               { return t.row }
func (t *trexTable) done() int64                  { return t.bytes + t.file.done() }
func (t *trexTable) keyValues() map[string]string { return map[string]string{"units": `{"px": "cm"}`} }
func (t *trexTable) close() error                 { return t.file.close() }
