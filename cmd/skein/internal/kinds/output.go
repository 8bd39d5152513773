package kinds

import (
	"path/filepath"
	"strings"

	"skein/cmd/skein/internal/usage"
	"skein/flock/export"
)

// Numbered returns the name of output, with #s for a frame's number.
func Numbered(output string) (string, error) {
	name, err := export.Pattern(output)
	if err != nil {
		return "", usage.Errorf("--output %w", err)
	}
	return name, nil
}

// kind of output a file name asks for.
type Output int

const (
	OnePicture Output = iota
	ManyPictures
	Film
)

// OutputOf returns what kind of output a name asks for, by its ending.
func OutputOf(name string) (Output, error) {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png", ".exr":
		if strings.Contains(filepath.Base(name), "#") {
			return ManyPictures, nil
		}
		return OnePicture, nil
	case ".mp4", ".mkv", ".webm", ".gif":
		return Film, nil
	}
	return 0, usage.Errorf("--output %s: want a name that ends in .png, .exr, .mp4, .mkv, .webm or .gif", name)
}

// IsEXR reports whether pictures of a name are OpenEXR's.
func IsEXR(name string) bool { return strings.EqualFold(filepath.Ext(name), ".exr") }
