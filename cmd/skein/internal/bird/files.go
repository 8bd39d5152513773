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
	"skein/models/gltf"
)

// birdFiles returns the files of a bird's model, as a recording stores them in the given folder. A built-in
// bird has no files.
func birdFiles(bird, folder string) (parts []recording.File, err error) {
	if !scenario.IsModelFile(bird) {
		return nil, nil
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

// Files returns the files of the birds of all flocks in a scene. rec is the recording of the scene, or nil.
// If rec contains a file, Files reads it from there.
func Files(rec *recording.Reader, sc *scenario.Scenario) (files []recording.File, err error) {
	for k := range sc.Flocks() {
		one := scenario.WithFlock(sc, k)
		own, err := recordedFiles(rec, one, k)
		if err == nil && len(own) == 0 {
			own, err = birdFiles(one.BirdPath(), recording.BirdFolderOf(k))
		}
		if err != nil {
			return nil, err
		}
		files = append(files, own...)
	}
	return files, nil
}

// recordedFiles returns the files of a flock's bird from a recording. It returns nil if rec is nil or has
// another bird. number is the number of the flock in rec, from 0. The scene sc contains this flock as its
// first one.
func recordedFiles(rec *recording.Reader, sc *scenario.Scenario, number int) (files []recording.File, err error) {
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

// hasBird reports whether the first flock of sc has the same bird as a flock of the recording. number is the
// number of the recording's flock, from 0.
func hasBird(rec *recording.Reader, sc *scenario.Scenario, number int) bool {
	meta := rec.Meta()
	flocks := meta.Flocks()
	return number < len(flocks) && sc.Bird.File == flocks[number].Bird
}

// RecordedModel returns the model of a flock's bird. It is the model in the recording, unless sc names
// another bird. number is the number of the flock in rec, from 0. The scene sc contains this flock as its
// first one.
func RecordedModel(rec *recording.Reader, sc *scenario.Scenario, number int) (*gltf.Model, error) {
	if !hasBird(rec, sc, number) {
		return Load(sc.BirdPath())
	}
	for _, name := range rec.Files() {
		if strings.HasPrefix(name, recording.BirdFolderOf(number)) {
			return gltf.LoadFS(rec, name) // the main file of a model comes first
		}
	}
	m, err := Load(sc.BirdPath())
	if err != nil {
		return nil, fmt.Errorf("the recording's bird: %w; use --bird to draw another", err)
	}
	return m, nil
}

// modelOf is like RecordedModel, but rec may be nil.
func modelOf(rec *recording.Reader, sc *scenario.Scenario, number int) (*gltf.Model, error) {
	if rec == nil {
		return Load(sc.BirdPath())
	}
	return RecordedModel(rec, sc, number)
}

// MediaType returns the media type of a model's file, which depends on its ending.
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
