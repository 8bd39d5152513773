package bird

import (
	"cmp"
	"fmt"
	"mime"
	"os"
	"path"
	"path/filepath"
	"strings"

	"skein/flock/files"
	"skein/flock/recording"
	"skein/flock/scenario"
	"skein/models"
)

// birdFiles returns the files of a bird's model, for a folder of a recording to hold; none
// of one that is built in.
func birdFiles(bird, folder string) (parts []recording.File, err error) {
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
		data, err := files.ReadFS(root.FS(), name, models.MaxFile)
		if err != nil {
			return nil, err
		}
		parts = append(parts, recording.File{Name: folder + name, MediaType: MediaType(name), Data: data})
	}
	return parts, nil
}

// Files returns the files of a scene's birds, flock after flock, out of the recording
// that it was read from where they lie in it; rec may be nil.
func Files(rec *recording.Reader, sc *scenario.Scenario) (files []recording.File, err error) {
	for k := range sc.Flocks() {
		of := scenario.WithFlock(sc, k)
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

// keptFiles returns the files of a flock's bird that lie in a recording, which may be nil;
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
		files = append(files, recording.File{Name: name, MediaType: MediaType(name), Data: data})
	}
	return files, nil
}

// hasBird reports whether a scene's first flock has the bird that a recording has of a
// flock, counted from 0.
func hasBird(rec *recording.Reader, sc *scenario.Scenario, number int) bool {
	meta := rec.Meta()
	flocks := meta.Flocks()
	return number < len(flocks) && sc.Bird.File == flocks[number].Bird
}

// Of returns the bird that a flock of a recording, counted from 0, is seen with, as sc
// says of its first: the one that lies in the recording, unless sc names another.
func Of(rec *recording.Reader, sc *scenario.Scenario, number int) (*models.Model, error) {
	if !hasBird(rec, sc, number) {
		return Load(sc.BirdPath())
	}
	for _, name := range rec.Files() {
		if strings.HasPrefix(name, recording.BirdFolderOf(number)) {
			return models.LoadFS(rec, name) // its own file is the first
		}
	}
	m, err := Load(sc.BirdPath())
	if err != nil {
		return nil, fmt.Errorf("the recording's bird: %w; --bird draws another", err)
	}
	return m, nil
}

// modelOf returns the bird that a flock of a scene, counted from 0, is seen with, or of a
// recording, which may be nil; sc has that flock as its first.
func modelOf(rec *recording.Reader, sc *scenario.Scenario, number int) (*models.Model, error) {
	if rec == nil {
		return Load(sc.BirdPath())
	}
	return Of(rec, sc, number)
}

// MediaType returns what a file beside a model holds, by its name.
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
