package export

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"skein/flock/recording"
	"skein/flock/whole"
)

// Format is a kind of output.
type Format struct {
	Name  string // as in --to
	Bird  bool   // takes [Options.Birds]
	Stage bool   // takes [Options.Stage]
	Axes  bool   // takes another up-axis and unit
	Poses int    // of the bird unless told otherwise; 0: as its model asks

	folder bool // writes a folder
	many   bool // or a file for each frame
	passes int  // over the frames, that progress counts
	write  func(ctx context.Context, path string, s *Source) error
}

// Formats are all there are.
func Formats() []*Format {
	return []*Format{
		{Name: "usda", Bird: true, Axes: true, Poses: 24, passes: 3, write: writeUSDA},
		{Name: "usdz", Bird: true, Axes: true, Poses: 24, passes: 4, write: writeUSDZ},
		{Name: "glb", Bird: true, passes: 2, write: writeGLB},
		{Name: "csv", Axes: true, many: true, passes: 1, write: writeCSV},
		{Name: "parquet", Axes: true, passes: 1, write: writeParquet},
		{Name: "blender", Bird: true, Stage: true, Poses: 24, folder: true, passes: 2, write: writeBlender},
	}
}

// FormatOf is the format that a file's ending stands for, or the one of that
// name, if there is one.
func FormatOf(name, path string) (*Format, error) {
	want := name
	if want == "" {
		want = strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
	}
	var known []string
	for _, f := range Formats() {
		if f.Name == want {
			return f, nil
		}
		known = append(known, f.Name)
	}
	if name != "" {
		return nil, fmt.Errorf("no format %q: want %s", name, strings.Join(known, ", "))
	}
	return nil, fmt.Errorf("%s: want a name that ends in .%s", path, strings.Join(known, ", ."))
}

// MayWrite refuses what Write would refuse because of the path and what is there.
func (f *Format) MayWrite(path string, force bool) error {
	switch many := strings.Contains(filepath.Base(path), "#"); {
	case many && !f.many:
		return unfitf("%s: of these formats .csv alone has a file for each frame: want a name without #", path)
	case many:
		return nil // it depends on the frames
	case f.folder:
		return whole.MayFill(path, force)
	}
	return whole.MayCreate(path, force)
}

// Write exports a recording to a file or a folder, which appears whole or not at
// all. If it is there already the error is fs.ErrExist, unless o.Force is set.
func (f *Format) Write(ctx context.Context, path string, r *recording.Reader, o Options) error {
	if err := f.MayWrite(path, o.Force); err != nil {
		return err
	}
	s, err := f.Source(r, o)
	if err != nil {
		return err
	}
	if f.Bird {
		if err := s.checkBirds(); err != nil {
			return err
		}
	}
	return f.write(ctx, path, s)
}

// Source is where the format's frames come from; its error says what in the
// options does not fit the format or the recording.
func (f *Format) Source(r *recording.Reader, o Options) (*Source, error) {
	if !f.Axes && (o.ZUp || o.scale() != 1) {
		return nil, unfitf("%s has its own up-axis and unit: leave them out", f.Name)
	}
	s, err := NewSource(r, o)
	if err != nil {
		return nil, err
	}
	s.passes = f.passes
	return s, nil
}
