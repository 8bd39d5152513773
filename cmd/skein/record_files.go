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
// its birds, of its camera's way and of its obstacles.
func sceneFiles(sc *scenario.Scenario) ([]recording.File, error) {
	files, err := birdFilesOf(nil, sc)
	if err != nil {
		return nil, err
	}
	way, err := cameraFiles(sc.CameraPath())
	if err != nil {
		return nil, err
	}
	things, err := obstacleFiles(nil, sc)
	return append(append(files, way...), things...), err
}

// withFlock is a scene whose first flock is one of its flocks, counted from 0: what is
// known of the first holds of that one.
func withFlock(sc *scenario.Scenario, number int) *scenario.Scenario {
	one := *sc
	one.Flock = sc.Flocks()[number]
	return &one
}

// cameraFiles is a camera file, for a recording to hold; none of an empty path.
func cameraFiles(file string) ([]recording.File, error) {
	if file == "" {
		return nil, nil
	}
	keys, err := readWay(file)
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
	base := filepath.Base(file)
	return recording.CameraFolder + strings.TrimSuffix(base, filepath.Ext(base)) + ".toml"
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
		return readWay(file)
	}
	data, err := rec.File(sc.Camera.Path)
	if err != nil {
		return nil, err
	}
	return scenario.ParseCamera("the recording's camera file", data)
}

// birdFiles are the files of a bird's model, for a folder of a recording to hold; none
// of one that is built in.
func birdFiles(bird, folder string) (files []recording.File, err error) {
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
		files = append(files, recording.File{Name: folder + name, MediaType: mediaType(name), Data: data})
	}
	return files, nil
}

// birdFilesOf are the files of a scene's birds, flock after flock, out of the recording
// that it was read from where they lie in it; rec may be nil.
func birdFilesOf(rec *recording.Reader, sc *scenario.Scenario) (files []recording.File, err error) {
	for k := range sc.Flocks() {
		of := withFlock(sc, k)
		own, err := keptFiles(rec, of, k)
		if err == nil && len(own) == 0 {
			own, err = birdFiles(of.BirdPath(), recording.BirdFolderOf(k))
		}
		if err != nil {
			return nil, err
		}
		files = append(files, own...)
	}
	return files, nil
}

// keptFiles are the files of a flock's bird that lie in a recording, which may be nil;
// sc has that flock, counted from 0, as its first.
func keptFiles(rec *recording.Reader, sc *scenario.Scenario, number int) (files []recording.File, err error) {
	if rec == nil || !hasBird(rec, sc, number) {
		return nil, nil
	}
	for _, name := range rec.Files() {
		if !strings.HasPrefix(name, recording.BirdFolderOf(number)) {
			continue
		}
		data, err := rec.File(name)
		if err != nil {
			return nil, err
		}
		files = append(files, recording.File{Name: name, MediaType: mediaType(name), Data: data})
	}
	return files, nil
}

// hasBird says whether a scene's first flock has the bird that a recording has of a
// flock, counted from 0.
func hasBird(rec *recording.Reader, sc *scenario.Scenario, number int) bool {
	meta := rec.Meta()
	flocks := meta.Flocks()
	return number < len(flocks) && sc.Bird.File == flocks[number].Bird
}

// birdOf is the bird that a flock of a recording, counted from 0, is seen with, as sc
// says of its first: the one that lies in the recording, unless sc names another.
func birdOf(rec *recording.Reader, sc *scenario.Scenario, number int) (*models.Model, error) {
	if !hasBird(rec, sc, number) {
		return loadBird(sc.BirdPath())
	}
	for _, name := range rec.Files() {
		if strings.HasPrefix(name, recording.BirdFolderOf(number)) {
			return models.LoadFS(rec, name) // its own file is the first
		}
	}
	m, err := loadBird(sc.BirdPath())
	if err != nil {
		return nil, fmt.Errorf("the recording's bird: %w; --bird draws another", err)
	}
	return m, nil
}

// modelOf is the bird that a flock of a scene, counted from 0, is seen with, or of a
// recording, which may be nil; sc has that flock as its first.
func modelOf(rec *recording.Reader, sc *scenario.Scenario, number int) (*models.Model, error) {
	if rec == nil {
		return loadBird(sc.BirdPath())
	}
	return birdOf(rec, sc, number)
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
