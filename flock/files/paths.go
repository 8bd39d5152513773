package files

import "path/filepath"

// Absolute returns the absolute form of a path, or "" for an empty path.
func Absolute(path string) string {
	if abs, err := filepath.Abs(path); path != "" && err == nil {
		return abs
	}
	return path
}

// Relative returns a path relative to a folder, or "" for an empty path.
func Relative(dir, path string) string {
	if path == "" {
		return ""
	}
	from, err1 := filepath.Abs(dir)
	to, err2 := filepath.Abs(path)
	if rel, err := filepath.Rel(from, to); err1 == nil && err2 == nil && err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}
