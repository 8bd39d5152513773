//go:build cgo && !nowindow

package ui

import (
	"path/filepath"
	"slices"
	"strings"

	"skein/engine/capture"
	"skein/flock/export"
)

type rangeFormat struct {
	ending, title, holds, readBy string
	numbered                     bool
	film                         bool
	alpha                        bool
	axes                         bool
	camera                       bool
	still                        bool
	alias                        bool // another extension of a listed format
}

func rangeFormats(exports bool) []rangeFormat {
	return slices.DeleteFunc(knownFormats(exports), func(f rangeFormat) bool { return f.alias })
}

func knownFormats(exports bool) (all []rangeFormat) {
	if exports {
		for _, f := range export.Formats() {
			all = append(all, rangeFormat{ending: f.Ending(), title: f.Title, holds: f.Holds, readBy: f.ReadBy, axes: f.Axes, camera: f.HasCamera(), alias: f.Alias})
		}
		return all
	}
	for _, f := range capture.Formats() {
		all = append(all, rangeFormat{ending: f.Ending, title: f.Title, holds: f.Holds, readBy: f.ReadBy, numbered: !f.Film, film: f.Film, alpha: f.Alpha})
	}
	still := all[slices.IndexFunc(all, func(f rangeFormat) bool { return f.ending == ".png" })]
	still.title, still.numbered, still.still = "One picture", false, true
	return append(all, still)
}

func (f *rangeFormat) codecs() (all []string) {
	names, endings := capture.Codecs()
	for _, name := range names {
		if slices.Contains(endings[name], f.ending) {
			all = append(all, name)
		}
	}
	return all
}

func (f *rangeFormat) hasLayers() bool { return f.ending == ".exr" }

func formatOf(r *Range) (f rangeFormat, ok bool) {
	ending := endingOf(r)
	if drawn, known := capture.FormatOf(r.File); known && !r.Export {
		ending = drawn.Ending // .tif becomes .tiff
	}
	pictures := strings.Contains(filepath.Base(r.File), "#")
	for _, f := range knownFormats(r.Export) {
		if f.ending == ending && (r.Export || f.film || f.numbered == pictures) {
			return f, true
		}
	}
	for _, f := range knownFormats(r.Export) { // otherwise the file may be a single picture in a numbered format
		if f.ending == ending {
			f.numbered, f.still = false, true
			return f, true
		}
	}
	return f, false
}

func endingOf(r *Range) string {
	name, best := strings.ToLower(r.File), ""
	if _, known := capture.FormatOf(name); known && !r.Export {
		return filepath.Ext(name)
	}
	for _, f := range knownFormats(r.Export) {
		if strings.HasSuffix(name, f.ending) && len(f.ending) > len(best) {
			best = f.ending
		}
	}
	return best
}

// setFormat changes the file name to another format: "shot.mp4" becomes "shot/####.exr".
func (r *Range) setFormat(f *rangeFormat) {
	stem := r.File[:len(r.File)-len(endingOf(r))]
	if endingOf(r) == "" {
		stem = strings.TrimSuffix(r.File, filepath.Ext(r.File))
	}
	if stem = strings.TrimRight(strings.TrimRight(stem, "#"), `/\_.-`); stem == "" {
		stem = "shot"
	}
	if f.numbered {
		stem += "/####"
	}
	r.File = stem + f.ending
	r.Transparent = r.Transparent && f.alpha
	if !f.hasLayers() {
		r.Matte, r.Normals, r.Motion = false, false, false
	}
	if !slices.Contains(f.codecs(), r.Codec) {
		r.Codec = ""
	}
	if !f.axes {
		r.Up, r.Unit = "", ""
	}
	if r.Export && !f.camera {
		r.Camera = NoCamera
	}
}

func fileStem(title string) string {
	clean := strings.Map(func(c rune) rune {
		if strings.ContainsRune(`/\:*?"<>|#%`, c) || c < ' ' {
			return '-'
		}
		return c
	}, title)
	return strings.Trim(strings.TrimSuffix(clean, filepath.Ext(clean)), ". ")
}

type rangePreset struct {
	name, doc string
	ending    string
	still     bool
	set       func(*Range)
}

func rangePresets(exports bool) []rangePreset {
	pictures := func(size, fps string, samples int, transparent bool) func(*Range) {
		return func(r *Range) {
			r.Size, r.FPS, r.Samples, r.Transparent, r.Codec = size, fps, samples, transparent, ""
			r.Matte, r.Normals, r.Motion = false, false, false
		}
	}
	compositing := func(r *Range) {
		pictures("1920x1080", "24", 16, false)(r)
		r.Matte = true
	}
	cinema := func(r *Range) {
		pictures("2048x858", "24", 16, false)(r)
		r.Codec = "prores"
	}
	space := func(up, unit, camera string) func(*Range) {
		return func(r *Range) { r.FPS, r.Up, r.Unit, r.Camera = "", up, unit, camera }
	}
	if exports {
		return []rangePreset{
			{"Blender", "A folder with a Python script that builds the whole scene in Blender.", ".blender", false, space("", "", "")},
			{"Houdini, Unreal", "A binary USD file in metres with Y up, including the camera.", ".usdc", false, space("", "", "")},
			{"Maya", "A binary USD file in centimetres with Y up, including the camera.", ".usdc", false, space("", "cm", "")},
			{"Web and games", "A glTF file for browsers, Unity and Godot, with up to 2,000 birds.", ".glb", false, space("", "", NoCamera)},
			{"Python", "A Parquet file for pandas, Polars and DuckDB.", ".parquet", false, space("", "", NoCamera)},
			{"Spreadsheet, R", "A CSV table with only the columns time, id, x, y and z.", ".tidy.csv", false, space("", "", NoCamera)},
		}
	}
	return []rangePreset{
		{"Web film, 1080p", "An MP4 film of 1920 × 1080 pixels at 30 pictures per second, with smooth edges.", ".mp4", false, pictures("1920x1080", "30", 4, false)},
		{"Cinema, motion blur", "A ProRes 4444 film of 2048 × 858 pixels at 24 pictures per second, with motion blur.", ".mov", false, cinema},
		{"Draft", "A small MP4 film that is drawn quickly.", ".mp4", false, pictures("640x360", "30", 1, false)},
		{"Compositing", "EXR pictures of 1920 × 1080 pixels at 24 per second, with linear light, depth, ids and a Cryptomatte.", ".exr", false, compositing},
		{"Birds alone", "A WebM film of the birds on a transparent background.", ".webm", false, pictures("1920x1080", "30", 4, true)},
		{"Still, 4K", "One picture of the current moment, 3840 × 2160 pixels.", ".png", true, pictures("3840x2160", "30", 16, false)},
	}
}

func (q *rangePreset) apply(r *Range, now float64) {
	for _, f := range rangeFormats(r.Export) {
		if f.ending == q.ending && f.still == q.still {
			r.setFormat(&f)
		}
	}
	q.set(r)
	if q.still {
		r.In = now
	}
}

func (q *rangePreset) chosen(r *Range) bool {
	changed := *r
	q.set(&changed)
	f, ok := formatOf(r)
	return ok && f.ending == q.ending && f.still == q.still && changed == *r
}
