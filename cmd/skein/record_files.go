package main

import (
	"fmt"
	"mime"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"skein/engine"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

// sceneFiles are what a recording holds of a scenario beside its text: the files of
// its bird and of its camera's way.
func sceneFiles(sc *scenario.Scenario) ([]recording.File, error) {
	files, err := birdFiles(sc.BirdPath())
	if err != nil {
		return nil, err
	}
	way, err := cameraFiles(sc.CameraPath())
	return append(files, way...), err
}

// cameraFiles is a camera file, for a recording to hold; none of an empty path.
func cameraFiles(file string) ([]recording.File, error) {
	if file == "" {
		return nil, nil
	}
	keys, err := scenario.LoadCamera(file)
	if err != nil {
		return nil, err
	}
	return []recording.File{{Name: cameraName(file), MediaType: "application/toml", Data: scenario.CameraTOML(keys)}}, nil
}

// cameraName is what a camera file is called in a recording; empty for none.
func cameraName(file string) string {
	if file == "" {
		return ""
	}
	return recording.CameraFolder + filepath.Base(file)
}

// inRecording says whether a scene's camera file lies in a recording, which may be
// none.
func inRecording(rec *recording.Reader, sc *scenario.Scenario) bool {
	return rec != nil && strings.HasPrefix(sc.Camera.Path, recording.CameraFolder) && slices.Contains(rec.Files(), sc.Camera.Path)
}

// pathOf is the way that a scenario has its camera go, which may lie in a recording;
// nil for none.
func pathOf(rec *recording.Reader, sc *scenario.Scenario) (*engine.Path, error) {
	keys, err := keysOf(rec, sc)
	if err != nil || sc.CameraPath() == "" {
		return nil, err
	}
	return pathThrough(keys), nil
}

// keysOf are the keys of that way; nil for none.
func keysOf(rec *recording.Reader, sc *scenario.Scenario) ([]scenario.CameraKey, error) {
	file := sc.CameraPath()
	if file == "" {
		return nil, nil
	}
	if !inRecording(rec, sc) {
		return scenario.LoadCamera(file)
	}
	data, err := rec.File(sc.Camera.Path)
	if err != nil {
		return nil, err
	}
	return scenario.ParseCamera("the recording's camera file", data)
}

// birdFiles are the files of a bird's model, for a recording to hold; none of one
// that is built in.
func birdFiles(bird string) (files []recording.File, err error) {
	if !scenario.IsModelFile(bird) {
		return nil, nil
	}
	m, err := models.Load(bird)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(filepath.Dir(bird))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for _, name := range m.Files {
		data, err := root.ReadFile(filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		files = append(files, recording.File{Name: recording.BirdFolder + name, MediaType: mediaType(name), Data: data})
	}
	return files, nil
}

// birdFilesOf are the files of a scene's bird, out of the recording that it was read
// from where they lie in it; rec may be nil.
func birdFilesOf(rec *recording.Reader, sc *scenario.Scenario) (files []recording.File, err error) {
	if rec == nil || sc.Bird.File != rec.Meta().Bird {
		return birdFiles(sc.BirdPath())
	}
	for _, name := range rec.Files() {
		if !strings.HasPrefix(name, recording.BirdFolder) {
			continue
		}
		data, err := rec.File(name)
		if err != nil {
			return nil, err
		}
		files = append(files, recording.File{Name: name, MediaType: mediaType(name), Data: data})
	}
	if len(files) == 0 {
		return birdFiles(sc.BirdPath())
	}
	return files, nil
}

// birdOf is the bird that a recording is seen with, as sc says: the one that lies
// in it, unless sc names another.
func birdOf(rec *recording.Reader, sc *scenario.Scenario) (*models.Model, error) {
	if sc.Bird.File != rec.Meta().Bird {
		return loadBird(sc.BirdPath())
	}
	for _, name := range rec.Files() {
		if strings.HasPrefix(name, recording.BirdFolder) {
			return models.LoadFS(rec, name) // its own file is the first
		}
	}
	m, err := loadBird(sc.BirdPath())
	if err != nil {
		return nil, fmt.Errorf("the recording's bird: %w; --bird draws another", err)
	}
	return m, nil
}

// modelOf is the bird that a scene is seen with, or a recording, which may be nil.
func modelOf(rec *recording.Reader, sc *scenario.Scenario) (*models.Model, error) {
	if rec == nil {
		return loadBird(sc.BirdPath())
	}
	return birdOf(rec, sc)
}

// mediaType is what a file beside a model holds, by its name.
func mediaType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".glb":
		return "model/gltf-binary"
	case ".gltf":
		return "model/gltf+json"
	default:
		return or(mime.TypeByExtension(ext), "application/octet-stream")
	}
}
