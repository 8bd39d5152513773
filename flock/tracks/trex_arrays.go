package tracks

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"os"
)

type trexArrays struct {
	file      *os.File
	size      int64
	x, y      []float64
	times     []float64
	timesName string
	lost      []float64 // for each frame, not 0 if the individual is missing; nil if the file does not say
	index     int
}

// newTrexArrays reads the arrays of a file. If there are several positions, it uses the centre of the body.
func newTrexArrays(f *os.File, size int64) (*trexArrays, error) {
	z, err := zip.NewReader(f, size)
	if err != nil {
		return nil, errors.New("not an npz file, or a damaged one")
	}
	t := &trexArrays{file: f, size: size}
	for _, centre := range trexCentres {
		if t.x, err = readArray(z, "X"+centre); err != nil {
			return nil, err
		}
		if t.y, err = readArray(z, "Y"+centre); err != nil {
			return nil, err
		}
		if t.x != nil && t.y != nil {
			break
		}
	}
	for _, t.timesName = range trexClocks {
		if t.times, err = readArray(z, t.timesName); t.times != nil || err != nil {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	if t.lost, err = readArray(z, "missing"); err != nil {
		return nil, err
	}
	return t, t.check()
}

func (t *trexArrays) check() error {
	switch n := len(t.x); {
	case t.x == nil || t.y == nil || t.times == nil:
		return errIncompleteTrex()
	case len(t.y) != n || len(t.times) != n || t.lost != nil && len(t.lost) != n:
		return fmt.Errorf("has %d values of X, %d of Y, %d of time and %d of missing; all must have the same number", n, len(t.y), len(t.times), len(t.lost))
	}
	return nil
}

func (t *trexArrays) frame() (trexFrame, error) {
	k := t.index
	if k == len(t.x) {
		return trexFrame{}, io.EOF
	}
	t.index++
	missing := t.lost != nil && t.lost[k] != 0
	return trexFrame{t.x[k], t.y[k], cell{number: t.times[k], kind: number}, missing}, nil
}

func (t *trexArrays) clock() string { return t.timesName }
func (t *trexArrays) done() int64   { return t.size }
func (t *trexArrays) close() error  { return t.file.Close() }
