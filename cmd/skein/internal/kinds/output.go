package kinds

import (
	"path/filepath"
	"strings"

	"skein/cmd/skein/internal/usage"
	"skein/engine/capture"
	"skein/flock/export"
)

// NumberedName replaces the frame number in a file name, such as %04d, with # characters.
func NumberedName(output string) (string, error) {
	name, err := export.Pattern(output)
	if err != nil {
		return "", usage.Errorf("--output %w", err)
	}
	return name, nil
}

// Output is a kind of output of skein render.
type Output int

const (
	OnePicture Output = iota
	ManyPictures
	Film
)

// OutputOf returns the kind of output that a file's extension selects.
func OutputOf(name string) (Output, error) {
	f, ok := capture.FormatOf(name)
	switch {
	case !ok:
		var all []string
		for _, f := range capture.Formats() {
			all = append(all, f.Ending)
		}
		last := len(all) - 1
		return 0, usage.Errorf("--output %s: must be a name that ends in %s or %s", name, strings.Join(all[:last], ", "), all[last])
	case f.Film:
		return Film, nil
	case strings.Contains(filepath.Base(name), "#"):
		return ManyPictures, nil
	}
	return OnePicture, nil
}

// IsTIFF reports whether a file name has the extension of a TIFF picture.
func IsTIFF(name string) bool {
	f, ok := capture.FormatOf(name)
	return ok && f.Ending == ".tif"
}

// IsEXR reports whether a file name has the extension of an OpenEXR picture.
func IsEXR(name string) bool { return strings.EqualFold(filepath.Ext(name), ".exr") }
