package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/scenario"
	"skein/models"
)

// wayEndings are those of files that hold a camera's way.
func wayEndings() []string { return []string{".toml", ".csv", ".glb", ".gltf"} }

// isWay says whether a name may be that of a file that holds a camera's way.
func isWay(name string) bool {
	return slices.Contains(wayEndings(), strings.ToLower(filepath.Ext(name)))
}

// readWay reads a camera's way: keys, or a camera that was matched to a film.
func readWay(path string) ([]scenario.CameraKey, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		f, err := os.Open(path)
		if err != nil {
			return nil, fmt.Errorf("camera: %w", err)
		}
		defer f.Close()
		const most = 64 << 20
		data, err := io.ReadAll(io.LimitReader(f, most))
		if err != nil {
			return nil, fmt.Errorf("camera: %w", err)
		}
		return scenario.ParseCameraTable(path, data)
	case ".glb", ".gltf":
		return shotOf(path)
	}
	return scenario.LoadCamera(path)
}

// shotOf is the way of the camera of a glTF file.
func shotOf(path string) (keys []scenario.CameraKey, err error) {
	all, err := models.LoadCamera(path)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	for n, k := range all {
		q := k.Rotation
		keys = append(keys, scenario.CameraKey{
			Time: k.Seconds, Position: k.Eye, FOV: degrees(k.FovY), Linear: true, Cut: k.Cut && n > 0,
			Orientation: &mgl32.Vec4{q.W, q.V[0], q.V[1], q.V[2]},
		})
	}
	return keys, nil
}
