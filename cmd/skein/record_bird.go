package main

import (
	"mime"
	"os"
	"path"
	"path/filepath"
	"strings"

	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

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
	return loadBird(sc.BirdPath())
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
