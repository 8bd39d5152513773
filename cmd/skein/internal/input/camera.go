package input

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/export/usdcamera"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/flock/tracks"
	"skein/models/gltf"
)

func cameraEndings() []string {
	return []string{".toml", ".csv", ".parquet", ".glb", ".gltf", ".usda", ".usdc", ".usd", ".usdz"}
}

func isCameraFile(name string) bool {
	return slices.Contains(cameraEndings(), strings.ToLower(filepath.Ext(name)))
}

// ReadCamera reads the keys of a camera path: from a camera file of skein, or from a camera that another
// program matched to a film.
func ReadCamera(path string) ([]scenario.CameraKey, error) {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
		return scenario.LoadCameraTable(path)
	case ".glb", ".gltf":
		return readGLTFCamera(path)
	case ".usda", ".usdc", ".usd", ".usdz":
		return usdcamera.Load(path)
	case ".parquet":
		return readParquetCamera(path)
	}
	return scenario.LoadCamera(path)
}

func readGLTFCamera(path string) (keys []scenario.CameraKey, err error) {
	all, err := gltf.LoadCamera(path)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	for n, k := range all {
		q := k.Rotation
		keys = append(keys, scenario.CameraKey{
			Time: k.Seconds, Position: k.Eye, FOV: mgl32.RadToDeg(k.FovY), Linear: true, Cut: k.Cut && n > 0,
			Orientation: &mgl32.Vec4{q.W, q.V[0], q.V[1], q.V[2]},
		})
	}
	return keys, nil
}

func readParquetCamera(path string) ([]scenario.CameraKey, error) {
	rows, err := tracks.ParquetRows(path)
	if err != nil {
		return nil, fmt.Errorf("camera: %w", err)
	}
	defer rows.Close()
	n := 0
	keys, err := scenario.CameraOfRows(path, rows.Head, func() ([]string, string, error) {
		row, err := rows.Next()
		n++
		return row, fmt.Sprintf("%s: row %d", path, n), err
	})
	for k := range keys {
		keys[k].ToMetres(rows.Metres, rows.ZUp)
	}
	return keys, err
}

func cameraFiles(file string) ([]recording.File, error) {
	if file == "" {
		return nil, nil
	}
	keys, err := ReadCamera(file)
	if err != nil {
		return nil, err
	}
	return []recording.File{{Name: CameraName(file), MediaType: "application/toml", Data: scenario.CameraTOML(keys)}}, nil
}

// CameraName returns the name of a camera file in a recording, or "" for an empty path.
func CameraName(file string) string {
	if file == "" {
		return ""
	}
	base := filepath.Base(file)
	return recording.CameraFolder + strings.TrimSuffix(base, filepath.Ext(base)) + ".toml"
}

// InRecording reports whether the recording, which may be nil, contains the camera file of a scene.
func InRecording(rec *recording.Reader, sc *scenario.Scenario) bool {
	return rec != nil && strings.HasPrefix(sc.Camera.Path, recording.CameraFolder) && slices.Contains(rec.Files(), sc.Camera.Path)
}

// CameraKeys returns the keys of a scene's camera path, or nil. rec is the scene's recording or nil.
func CameraKeys(rec *recording.Reader, sc *scenario.Scenario) ([]scenario.CameraKey, error) {
	file := sc.CameraPath()
	if file == "" {
		return nil, nil
	}
	if !InRecording(rec, sc) {
		return ReadCamera(file)
	}
	data, err := rec.File(sc.Camera.Path)
	if err != nil {
		return nil, err
	}
	return scenario.ParseCamera("the recording's camera file", data)
}
