package bird

import (
	"cmp"
	"fmt"
	"mime"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"skein/flock/files"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models/gltf"
)

// birdFiles returns the files of a bird's model, as a recording stores them in a folder. A built-in bird has
// no files; an unknown one is an error.
func birdFiles(bird, folder string) (parts []recording.File, err error) {
	if !scenario.IsModelFile(bird) {
		_, err := Load(bird)
		return nil, err
	}
	m, err := gltf.Load(bird)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(filepath.Dir(bird))
	if err != nil {
		return nil, err
	}
	defer root.Close()
	for _, name := range m.Files {
		data, err := files.ReadFS(root.FS(), name, gltf.MaxFile)
		if err != nil {
			return nil, err
		}
		parts = append(parts, recording.File{Name: folder + name, MediaType: MediaType(name), Data: data})
	}
	return parts, nil
}

// Files returns the files of all models of the birds in a scene. It prefers those in rec, which may be nil.
func Files(rec *recording.Reader, sc *scenario.Scenario) (files []recording.File, err error) {
	for k := range sc.Flocks() {
		own := scenario.WithFlock(sc, k)
		for m := range own.Bird.Files() {
			one := scenario.WithModel(own, m)
			parts, err := modelFiles(rec, one, k, recording.BirdFolderOf(k, m))
			if err != nil {
				return nil, sc.LocateBird(one.Bird.File, err)
			}
			files = append(files, parts...)
		}
	}
	return files, nil
}

// modelFiles returns the files of a flock's bird, as a recording stores them in a folder. The flock is the
// first in sc, and at flockIndex in rec.
func modelFiles(rec *recording.Reader, sc *scenario.Scenario, flockIndex int, folder string) ([]recording.File, error) {
	if from := recordedFolder(rec, sc, flockIndex); from != "" {
		if files, err := recordedFiles(rec, from, folder); err != nil || len(files) > 0 {
			return files, err
		}
	}
	return birdFiles(sc.BirdPath(), folder)
}

func recordedFiles(rec *recording.Reader, oldPrefix, newPrefix string) (files []recording.File, err error) {
	for _, name := range rec.Files() {
		rest, ok := strings.CutPrefix(name, oldPrefix)
		if !ok {
			continue
		}
		data, err := rec.File(name)
		if err != nil {
			return nil, err
		}
		files = append(files, recording.File{Name: newPrefix + rest, MediaType: MediaType(name), Data: data})
	}
	return files, nil
}

// recordedFolder returns the folder in rec with the bird of the first flock of sc, which is at flockIndex in
// rec; "" if there is none.
func recordedFolder(rec *recording.Reader, sc *scenario.Scenario, flockIndex int) string {
	if rec == nil {
		return ""
	}
	meta := rec.Meta()
	flocks := meta.Flocks()
	if flockIndex >= len(flocks) {
		return ""
	}
	m := slices.Index(flocks[flockIndex].Birds(), sc.Bird.File)
	if m < 0 {
		return ""
	}
	return recording.BirdFolderOf(flockIndex, m)
}

// RecordedModel returns the model of a flock's bird, from rec unless sc names another bird. The flock is the
// first in sc, and at flockIndex in rec.
func RecordedModel(rec *recording.Reader, sc *scenario.Scenario, flockIndex int) (*gltf.Model, error) {
	folder := recordedFolder(rec, sc, flockIndex)
	if folder == "" {
		return Load(sc.BirdPath())
	}
	for _, name := range rec.Files() {
		if strings.HasPrefix(name, folder) {
			return gltf.LoadFS(rec, name) // a model's main file comes first
		}
	}
	m, err := Load(sc.BirdPath())
	if err != nil {
		return nil, fmt.Errorf("the recording's bird: %w; use --bird to draw another", err)
	}
	return m, nil
}

func modelOf(rec *recording.Reader, sc *scenario.Scenario, flockIndex int) (*gltf.Model, error) {
	if rec == nil {
		return Load(sc.BirdPath())
	}
	return RecordedModel(rec, sc, flockIndex)
}

// MediaType returns the media type for the file name of a model.
func MediaType(name string) string {
	switch ext := path.Ext(name); ext {
	case ".glb":
		return "model/gltf-binary"
	case ".gltf":
		return "model/gltf+json"
	default:
		return cmp.Or(mime.TypeByExtension(ext), "application/octet-stream")
	}
}
