package tracks

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"strings"

	"skein/flock"
)

// Options control how a table is read, and how tracks are computed from it. With the zero value, Read detects
// as much as possible.
type Options struct {
	Columns map[Column]string // columns, given by index from 1 or by name
	Unit    float64           // unit of lengths, m; if 0, the unit that the file states, or metres
	Up      string            // "y" or "z"; if empty, y for skein exports, otherwise z
	FPS     int               // frames per Period; if 0, the table's rate
	Period  int               // s; 0 means 1; values above 1 require FPS = 1
	Bridge  float64           // longest gap that is interpolated, s
	// height of rows without a height, m; if nil, 20 m for a table without heights, and an error for other
	// tables
	Height *float64
	Smooth float64 // time around a row within which rows are used to smooth it, s; if 0, rows are not smoothed
	Skip   bool    // skip rows without a readable position or time, instead of returning an error

	// For tables of DeepLabCut: the body part to follow, by default the first one, and the smallest
	// likelihood of a position.
	BodyPart   string
	Likelihood float64

	// For tables without wingbeats: Flap is the number of wingbeats per second. Sink is the speed of descent
	// above which wings are held open, m/s.
	Flap, Sink float64

	Progress func(bytes int64) // called with the number of bytes read so far; may be nil
}

// Limits of plausible values.
const (
	maxRows     = 100_000_000
	maxDistance = 1e7 // distance from the origin, m
	maxWidth    = 2e5 // distance between two birds, m
	maxSpeed    = 1e6 // m/s
	maxUpLength = 1e6 // length of an up-vector; only the direction matters
)

type sample struct {
	bird     int32 // index of the bird, in order of appearance
	row      int32
	time     float64
	pos, vel [3]float64
	air      [3]float64
	up       [3]float32
	beat     float32
	phase    float32
	flags    uint8
}

type bird struct {
	name    string
	number  float64 // the name as a number, or NaN
	species int     // index of the species, in order of appearance
}

type reader struct {
	path           string
	o              *Options
	table          table
	columns        columnIndex
	want           []int
	cells          [columns]*cell
	row            []cell
	birds          []bird
	known          map[birdKey]int32
	species        []string
	speciesNumbers map[string]int
	samples        []sample
	skipped        int
	firstSkipped   int    // rowNumber of the first row that was skipped
	moment         string // format of times with a date, or empty while unknown
	clock          string // format of times without a date, or empty while unknown
	day            string // format of dates in a separate column, or empty while unknown
	days           int    // number of times that clocks without dates pass midnight
	reported       int64
	moved          [3]float64 // displacement of all positions, m
	up             int        // index of the height in a position
	raised         int        // number of rows that got the height in the options
	windy          bool       // whether a bird's velocity through the air differs from that over the ground
}

type birdKey struct {
	name    string
	species int
}

func (r *reader) line(row int) string {
	switch r.table.(type) {
	case *parquetTable, *trexTable:
		return fmt.Sprintf("%s: row %d", r.path, row)
	}
	return fmt.Sprintf("%s:%d", r.path, row)
}

func (r *reader) fail(format string, args ...any) error {
	return r.failAt(r.table.rowNumber(), format, args...)
}

func (r *reader) failAt(row int, format string, args ...any) error {
	return fmt.Errorf("%s: %w", r.line(row), fmt.Errorf(format, args...))
}

func read(ctx context.Context, path string, o *Options) (*reader, error) {
	t, err := open(path, o)
	if err != nil {
		return nil, err
	}
	defer t.close()
	r := &reader{path: path, o: o, table: t, known: map[birdKey]int32{}, speciesNumbers: map[string]int{}}
	if r.columns, err = locate(t.header(), t.width(), o.Columns); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if !r.columns.hasAll(Time) && o.FPS == 0 {
		return nil, fmt.Errorf("%s: contains frame numbers but no times; give the frames per second with --fps", path)
	}
	if err := r.prepare(); err != nil {
		return nil, err
	}
	for {
		if len(r.samples)%4096 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			r.reportProgress()
		}
		err := t.next(r.want, r.row)
		if errors.Is(err, io.EOF) {
			break
		}
		if _, ok := t.(*trexTable); ok && err != nil { // the error already contains the file's name
			return nil, err
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if err := r.addSample(); err != nil {
			return nil, err
		}
	}
	switch {
	case len(r.samples) == 0 && r.skipped > 0:
		return nil, fmt.Errorf("%s: no row has a position and a time", path)
	case len(r.samples) == 0:
		return nil, fmt.Errorf("%s: no rows", path)
	}
	r.setDays()
	return r, nil
}

func (r *reader) reportProgress() {
	info := r.table.done()
	if r.o.Progress != nil && info > r.reported {
		r.reported = info
		r.o.Progress(info)
	}
}

func (r *reader) prepare() error {
	r.up = 2
	if _, zUp, _ := r.frameOfReference(); !zUp {
		r.up = 1
	}
	if r.up == 1 && r.columns.isPlane() {
		return fmt.Errorf("%s: has no column z, so x and y are horizontal; omit --up y", r.path)
	}
	for _, index := range r.columns {
		if index >= 0 {
			r.want = append(r.want, index)
		}
	}
	r.row = make([]cell, len(r.want))
	k := 0
	for c, index := range r.columns {
		if index >= 0 {
			r.cells[c] = &r.row[k]
			k++
		}
	}
	return nil
}

func (r *reader) addSample() error {
	if len(r.samples) == maxRows {
		return r.fail("the table has more than %d rows; split it into several tables", maxRows)
	}
	s := sample{row: int32(r.table.rowNumber()), beat: float32(math.NaN())}
	err := r.readPlaceAndTime(&s)
	if r.o.Skip && errors.As(err, new(unreadableError)) {
		r.skip()
		return nil
	}
	if err != nil {
		return err
	}
	if s.bird, err = r.bird(); err != nil {
		return err
	}
	if err := r.addOptional(&s); err != nil {
		return err
	}
	r.samples = append(r.samples, s)
	return nil
}

type unreadableError struct{ error }

func (r *reader) failUnreadable(format string, args ...any) error {
	return unreadableError{r.fail(format, args...)}
}

func (r *reader) skip() {
	if r.skipped == 0 {
		r.firstSkipped = r.table.rowNumber()
	}
	r.skipped++
}

func (r *reader) readPlaceAndTime(s *sample) (err error) {
	place := r.columns.place()
	for k, c := range place {
		if k == r.up && r.lacksHeight() {
			s.pos[k] = math.NaN()
		} else if s.pos[k], err = r.number(c); err != nil {
			return err
		}
	}
	if err = r.time(s); err != nil {
		return err
	}
	return r.checkPlace(place, s.pos)
}

func (r *reader) number(c Column) (float64, error) {
	x := r.cells[c]
	switch {
	case x.kind == nothing && x.text == "":
		return 0, r.failUnreadable("%s is missing: give a number%s", c, hintSkip(c))
	case x.kind != number:
		return 0, r.failUnreadable("%s is %.40q: must be a number%s", c, x.text, hintSkip(c))
	case !isFinite(x.number):
		return 0, r.failUnreadable("%s is not finite: must be a number%s", c, hintSkip(c))
	}
	return x.number, nil
}

const hintSkipRows = " (--skip-missing skips such rows)"

func hintSkip(c Column) string {
	if c >= Time && c <= Height {
		return hintSkipRows
	}
	return ""
}

func (r *reader) checkPlace(names [3]Column, pos [3]float64) error {
	if names[0] == Longitude {
		switch {
		case math.Abs(pos[0]) > 360:
			return r.fail("longitude %g: must be -180 to 180 degrees", pos[0])
		case math.Abs(pos[1]) > 89.9:
			return r.fail("latitude %g: must be -89.9 to 89.9 degrees", pos[1])
		}
		pos[0], pos[1] = 0, 0
	}
	for k, x := range pos {
		if x := x * r.o.unit(); math.Abs(x) > maxDistance {
			return r.fail("%s is %.3g m, which is too far away (is --unit right?)", names[k], x)
		}
	}
	return nil
}

func (o *Options) unit() float64 {
	if o.Unit == 0 {
		return 1
	}
	return o.Unit
}

func (r *reader) bird() (int32, error) {
	x := r.cells[ID]
	if x.kind == nothing {
		return 0, r.fail("%s is missing: give the bird's number or name", ID)
	}
	key := birdKey{name: x.name()}
	if s := r.cells[Species]; s != nil {
		var err error
		if key.species, err = r.speciesNumber(s.name()); err != nil {
			return 0, err
		}
	}
	index, known := r.known[key]
	if !known {
		index = int32(len(r.birds))
		key.name = strings.Clone(key.name) // a substring would keep the whole row in memory
		r.known[key] = index
		b := bird{key.name, math.NaN(), key.species}
		if x.kind == number {
			b.number = x.number
		}
		r.birds = append(r.birds, b)
	}
	return index, nil
}

func (r *reader) speciesNumber(name string) (int, error) {
	k, known := r.speciesNumbers[name]
	if !known {
		if k = len(r.species); k == flock.MaxFlocks {
			return 0, r.fail("too many species at %.40q: at most %d are allowed", name, k)
		}
		name = strings.Clone(name)
		r.speciesNumbers[name] = k
		r.species = append(r.species, name)
	}
	return k, nil
}

// Name returns a file's name without its folder.
func Name(path string) string { return filepath.Base(path) }

// Title returns a file's name without its folder and extension.
func Title(path string) string { return strings.TrimSuffix(Name(path), filepath.Ext(path)) }

func (o *Options) rate() float64 { return float64(o.FPS) / float64(max(o.Period, 1)) }
