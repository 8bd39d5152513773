package tracks

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"skein/flock/files"
)

// trexTable reads tracks as TRex exports them: an npz or CSV file for each individual, with times, positions
// in centimetres, and whether the individual is missing. Each file is a bird, and each frame in which it is
// not missing is a row.
type trexTable struct {
	paths []string // files that are not yet read
	known map[string]string
	bird  cell
	x, y  []float64
	times []float64
	clock string    // what times holds: time (s) or frame
	lost  []float64 // not 0: missing; may be nil
	at    int       // index of the next frame
	row   int
	bytes int64
}

// isTrex reports whether a path is a folder or an npz file. [isTrexText] recognizes a CSV file.
func isTrex(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir() || strings.EqualFold(filepath.Ext(path), ".npz")
}

func newTrex(path string) (*trexTable, error) {
	t := &trexTable{known: map[string]string{}, paths: []string{path}}
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
		return nil, fmt.Errorf("%s: no tracks: a folder must hold the npz or CSV files of TRex", path)
	}
	return t, t.open()
}

// trexFiles returns the files of individuals with an ending, in order of their names.
func trexFiles(folder string, entries []os.DirEntry, ending string) (paths []string) {
	for _, e := range entries { // os.ReadDir sorts them
		name := strings.ToLower(e.Name())
		if strings.HasSuffix(name, ending) && !strings.Contains(name, "_posture_") && !strings.Contains(name, "_tracklet_") {
			paths = append(paths, filepath.Join(folder, e.Name()))
		}
	}
	return paths
}

// open reads the next file.
func (t *trexTable) open() error {
	path := t.paths[0]
	t.paths, t.at = t.paths[1:], 0
	f, info, err := files.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	t.bytes += info.Size()
	var read func(name string) ([]float64, error)
	if strings.EqualFold(filepath.Ext(path), ".npz") {
		z, err := zip.NewReader(f, info.Size())
		if err != nil {
			return fmt.Errorf("%s: not an npz file, or a damaged one", path)
		}
		read = func(name string) ([]float64, error) { return readArray(z, name) }
	} else {
		columns, err := trexColumns(f)
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		read = func(name string) ([]float64, error) { return columns[name], nil }
	}
	if err := t.arrays(read); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return t.name(path)
}

// arrays reads the arrays of a file. If a file has several positions, it uses the centre of the body.
func (t *trexTable) arrays(read func(name string) ([]float64, error)) (err error) {
	for _, of := range trexCentres {
		if t.x, err = read("X" + of); err != nil {
			return err
		}
		if t.y, err = read("Y" + of); err != nil {
			return err
		}
		if t.x != nil && t.y != nil {
			break
		}
	}
	before := t.clock
	for _, t.clock = range []string{"time", "frame"} {
		if t.times, err = read(t.clock); t.times != nil || err != nil {
			break
		}
	}
	if err != nil {
		return err
	}
	if t.lost, err = read("missing"); err != nil {
		return err
	}
	switch n := len(t.x); {
	case t.x == nil || t.y == nil || t.times == nil:
		return errors.New("must hold X#wcentroid, Y#wcentroid, and time or frame, as TRex writes them")
	case before != "" && before != t.clock:
		return fmt.Errorf("has the column %s, but other files have %s; each file must have the same", t.clock, before)
	case len(t.y) != n || len(t.times) != n || t.lost != nil && len(t.lost) != n:
		return fmt.Errorf("has %d values of X, %d of Y, %d of time and %d of missing; all must have the same number", n, len(t.y), len(t.times), len(t.lost))
	}
	return nil
}

// name gives the bird the number at the end of the file's name, or else the name.
func (t *trexTable) name(path string) error {
	name := Title(path)
	if digits := regexp.MustCompile(`\d+$`).FindString(name); digits != "" {
		name = digits
	}
	t.bird = cell{text: name}
	if n, err := strconv.ParseFloat(name, 64); err == nil {
		t.bird.number, t.bird.is = n, number
	} else {
		t.bird.is = text
	}
	if other := t.known[name]; other != "" {
		return fmt.Errorf("%s: bird %.40s is also in %s; import only the files of one video", path, name, Name(other))
	}
	t.known[name] = path
	return nil
}

func (t *trexTable) next(want []int, row []cell) error {
	for {
		for t.at == len(t.x) {
			if len(t.paths) == 0 {
				return io.EOF
			}
			if err := t.open(); err != nil {
				return err
			}
		}
		k := t.at
		t.at, t.row = t.at+1, t.row+1
		if t.lost != nil && t.lost[k] != 0 || !isFinite(t.x[k]) || !isFinite(t.y[k]) {
			continue
		}
		values := []cell{t.bird, {number: t.times[k], is: number}, {number: t.x[k], is: number}, {number: -t.y[k], is: number}}
		for k, at := range want {
			row[k] = values[at]
		}
		return nil
	}
}

func (t *trexTable) header() []string             { return []string{"id", t.clock, "x", "y"} }
func (t *trexTable) width() int                   { return 4 }
func (t *trexTable) rowNumber() int               { return t.row }
func (t *trexTable) done() int64                  { return t.bytes }
func (t *trexTable) keyValues() map[string]string { return map[string]string{"units": `{"px": "cm"}`} }
func (t *trexTable) close() error                 { return nil }
