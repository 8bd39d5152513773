package export

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"

	"skein/flock/recording"
	"skein/flock/whole"
)

// Format is an output format.
type Format struct {
	Name   string // name for --to
	Title  string // name shown to users
	Holds  string // what the files contain
	ReadBy string // programs that read the format
	Alias  bool   // whether the name is an alias of an earlier format

	Bird  bool // whether the format uses [Options.Birds]
	Stage bool // whether the format requires [Options.Stage]
	Axes  bool // whether the user can choose the up-axis and the unit
	Poses int  // default number of the bird's poses, or 0 for the number in the model

	Stances bool // whether the format uses the birds' stances

	recordedTime bool // whether frames have the times of the recording even if the animation plays faster
	folder       bool
	filePerFrame bool // whether the format can have one file per frame
	noCamera     bool
	cameraTable  bool
	passes       int
	write        func(ctx context.Context, path string, s *Source) error
}

// Formats returns all formats.
func Formats() []*Format {
	const usd = "positions, orientations, velocities, ids, a wingbeat for each bird, obstacles"
	return []*Format{
		{Name: "usdc", Title: "USD, binary", Holds: usd + "; camera and light if a camera is chosen",
			ReadBy: "Houdini, Blender, Maya, Unreal Engine, Omniverse",
			Bird:   true, Axes: true, Poses: 24, passes: 3, write: writeUSDC},
		{Name: "usd", Title: "USD, binary", Holds: "the same as .usdc", Alias: true,
			ReadBy: "the same programs",
			Bird:   true, Axes: true, Poses: 24, passes: 3, write: writeUSDC},
		{Name: "usda", Title: "USD, text", Holds: "the same as .usdc, but as text, three times as large and much slower to read",
			ReadBy: "the same programs, and text editors",
			Bird:   true, Axes: true, Poses: 24, passes: 3, write: writeUSDA},
		{Name: "usdz", Title: "USD, one file", Holds: "the same as .usdc, with the bird's textures",
			ReadBy: "Quick Look on macOS and iOS, Blender, Houdini",
			Bird:   true, Axes: true, Poses: 24, passes: 4, write: writeUSDZ},
		{Name: "blender", Title: "Blender", Holds: "a folder with a script that builds birds with wingbeats, obstacles, camera, sun, sky and ground",
			ReadBy: "Blender 3.4 or later",
			Bird:   true, Stage: true, Poses: 24, folder: true, passes: 2, write: writeBlender},
		{Name: "glb", Title: "glTF", Holds: "a node with a wingbeat for each bird, the obstacles, and the camera if one is chosen",
			ReadBy: "Unity, Godot, three.js, Blender. Viewers are slow above 2,000 birds",
			Bird:   true, passes: 2, write: writeGLB},
		{Name: "html", Title: "Web page", Holds: "one file that shows the flight in 3D: birds with wingbeats, light, leaders and their traces, cameras",
			ReadBy: "any browser, without a network",
			Bird:   true, Stances: true, Stage: true, Poses: 16, passes: 2, write: writePage},
		{Name: "godot", Title: "Godot", Holds: "a folder with the wingbeat as a texture, a mesh, the flight, a shader and a script that draws all birds at once",
			ReadBy: "Godot 3.2 or later, and Godot 4",
			Bird:   true, Stances: true, noCamera: true, folder: true, passes: 2, write: godot().write},
		{Name: "unity", Title: "Unity", Holds: "the same as for Godot, with a shader and scripts for Unity",
			ReadBy: "Unity 2022.3 or later (untested)",
			Bird:   true, Stances: true, noCamera: true, folder: true, passes: 2, write: unity().write},
		{Name: "unreal", Title: "Unreal Engine", Holds: "the same as for Godot, with an actor in C++ and the formulas of a material",
			ReadBy: "Unreal Engine 5.1 or later (untested)",
			Bird:   true, Stances: true, noCamera: true, folder: true, passes: 2, write: unreal().write},
		{Name: "abc", Title: "Alembic", Holds: "points with velocities, ids, orientations, wingspans, phases of the wingbeat and flags, such as leading",
			ReadBy: "Houdini, Maya, Cinema 4D, Blender",
			Axes:   true, noCamera: true, passes: 1, write: writeAlembic},
		{Name: "csv", Title: "Table", Holds: "a row for each bird and frame: position, velocity, wingbeat, leadership and species. The name flock_####.csv makes a file for each frame",
			ReadBy: "spreadsheets, R, MATLAB, pandas",
			Axes:   true, recordedTime: true, cameraTable: true, filePerFrame: true, passes: 1, write: writeCSV},
		{Name: tidyEnding, Title: "Tidy table", Holds: "a row for each bird and frame with only time, id, x, y and z",
			ReadBy: "R, statistics programs, trackers",
			Axes:   true, recordedTime: true, noCamera: true, passes: 1, write: writeTidy},
		{Name: "parquet", Title: "Parquet", Holds: "the columns of .csv with types and units, compressed. The metadata contain the scene",
			ReadBy: "pandas, Polars, DuckDB, Spark",
			Axes:   true, recordedTime: true, cameraTable: true, passes: 1, write: writeParquet},
		{Name: "nc", Title: "NetCDF", Holds: "position, velocity and confidence by time, space, keypoint and individual, plus the birds that lead",
			ReadBy: "movement and xarray (Python), R, MATLAB",
			Axes:   true, recordedTime: true, noCamera: true, passes: 2, write: writeNetCDF},
	}
}

// Ending returns the file name extension of the format, such as ".usdc".
func (f *Format) Ending() string { return "." + f.Name }

// HasCamera reports whether the format can store a camera, in the same file or in an additional one.
func (f *Format) HasCamera() bool { return !f.noCamera }

// IsFolder reports whether the format writes a folder.
func (f *Format) IsFolder() bool { return f.folder }

// FormatOf returns the format with the given name. If name is empty, it uses the extension of path.
func FormatOf(name, path string) (*Format, error) {
	want := name
	if want == "" {
		want = strings.ToLower(strings.TrimPrefix(filepath.Ext(path), "."))
		if isTidy(path) {
			want = tidyEnding
		}
	}
	var known []string
	for _, f := range Formats() {
		if f.Name == want {
			return f, nil
		}
		known = append(known, f.Name)
	}
	if name != "" {
		return nil, fmt.Errorf("unknown format %q: use %s", name, strings.Join(known, ", "))
	}
	return nil, fmt.Errorf("%s: unknown format; use a name that ends in .%s", path, strings.Join(known, ", ."))
}

// MayWrite returns an error if Write would fail because of the path or an existing file.
func (f *Format) MayWrite(path string, force bool) error {
	switch many := strings.Contains(filepath.Base(path), "#"); {
	case many && !f.filePerFrame:
		return optionErrorf("%s: only .csv can have one file per frame; use a name without #", path)
	case many:
		return nil // Write checks the file names of the frames
	case f.folder:
		return whole.MayFill(path, force)
	}
	return whole.MayCreate(path, force)
}

// Write exports a recording to a file or folder, which appears complete or not at all. If the path exists and
// o.Force is false, the error is fs.ErrExist.
func (f *Format) Write(ctx context.Context, path string, r *recording.Reader, o Options) error {
	return WriteAll(ctx, r, []Target{{Format: f, Path: path, Options: o}})
}

// Source returns the source of the frames for the format. It returns an error if an option is not valid for
// the format or the recording.
func (f *Format) Source(r *recording.Reader, o Options) (*Source, error) {
	if !f.Axes && (o.ZUp || o.scale() != 1) {
		return nil, optionErrorf("%s has a fixed up-axis and unit; leave out the options for them", f.Name)
	}
	if f.noCamera && o.Stage != nil {
		return nil, optionErrorf(".%s cannot store a camera; omit --camera, or export .csv, .parquet, .glb or USD", f.Name)
	}
	s, err := newSource(r, o, f.recordedTime)
	if err != nil {
		return nil, err
	}
	if err := s.checkWingBlur(); err != nil {
		return nil, err
	}
	s.passes = f.passes
	return s, nil
}
