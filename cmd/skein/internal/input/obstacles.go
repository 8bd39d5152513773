package input

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/cache"
	"skein/engine/scenery"
	"skein/flock/around"
	"skein/models/gltf"

	"skein/flock/files"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// fieldBytes limits the cache of distance fields of obstacles, in bytes. The fields of a few hundred models
// fit.
const fieldBytes = 512 << 20

// ReadObstacles reads the files of a scene's obstacles, from rec if they are there. rec may be nil.
func ReadObstacles(rec *recording.Reader, sc *scenario.Scenario) error {
	known := map[string]*around.Mesh{}
	for k := range sc.Surroundings.Obstacles {
		o := &sc.Surroundings.Obstacles[k]
		if !o.NeedsFile() || o.Mesh != nil {
			continue
		}
		m := known[o.File]
		if m == nil {
			var err error
			if m, _, err = ReadObstacle(rec, sc, o.File); err != nil {
				return sc.ErrorAt("obstacle", k, "file", err)
			}
			known[o.File] = m
		}
		o.Mesh, o.Digest = m, m.Digest()
	}
	return nil
}

func inObstacles(rec *recording.Reader, file string) bool {
	return rec != nil && strings.HasPrefix(file, recording.ObstacleFolder)
}

// ReadObstacle reads an obstacle's file. parts are its files, as a recording stores them.
func ReadObstacle(rec *recording.Reader, sc *scenario.Scenario, file string) (m *around.Mesh, parts []recording.File, err error) {
	var folder fs.FS = rec
	name := file
	if !inObstacles(rec, file) {
		obstaclePath := sc.PathOf(file)
		root, err := os.OpenRoot(filepath.Dir(obstaclePath))
		if err != nil {
			return nil, nil, fmt.Errorf("%s: no such file", obstaclePath)
		}
		defer root.Close()
		folder, name = root.FS(), filepath.Base(obstaclePath)
	}
	m, names, err := scenery.ReadMesh(folder, name, cache.New("obstacles", fieldBytes))
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		data, err := files.ReadFS(folder, name, gltf.MaxFile)
		if err != nil {
			return nil, nil, err
		}
		inside := name
		if inObstacles(rec, file) {
			inside = strings.TrimPrefix(name, path.Dir(file)+"/")
		}
		parts = append(parts, recording.File{Name: recording.ObstacleFolder + m.Digest() + "/" + inside, MediaType: bird.MediaType(name), Data: data})
	}
	return m, parts, nil
}

// ObstacleFiles returns the files of the scene's obstacles as a recording stores them, each once. rec is the
// scene's recording or nil.
func ObstacleFiles(rec *recording.Reader, sc *scenario.Scenario) (all []recording.File, err error) {
	known := map[string]bool{}
	for k := range sc.Surroundings.Obstacles {
		o := &sc.Surroundings.Obstacles[k]
		if o.Mesh == nil {
			continue
		}
		name := o.Digest + "/" + path.Base(filepath.ToSlash(o.File))
		if known[name] {
			continue
		}
		known[name] = true
		_, files, err := ReadObstacle(rec, sc, o.File)
		if err != nil {
			return nil, sc.ErrorAt("obstacle", k, "file", err)
		}
		all = append(all, files...)
	}
	return all, nil
}

// InFolder returns a copy of the surroundings in which the files of obstacles have their names in a
// recording.
func InFolder(all around.Surroundings) around.Surroundings {
	all = all.Clone()
	for k := range all.Obstacles {
		if o := &all.Obstacles[k]; o.Mesh != nil {
			o.File = recording.ObstacleFolder + o.Digest + "/" + path.Base(filepath.ToSlash(o.File))
		}
	}
	return all
}

// Open opens a recording and loads the meshes of its obstacles.
func Open(file string) (*recording.Reader, error) {
	rec, err := recording.Open(file)
	if err != nil {
		return nil, err
	}
	for _, name := range meshFiles(rec.Files()) {
		m, _, err := scenery.ReadMesh(rec, name, cache.New("obstacles", fieldBytes))
		if err != nil {
			rec.Close()
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		rec.UseMeshes(m)
	}
	return rec, nil
}

// meshFiles returns the models and height maps of obstacles among a recording's files. An image in the folder
// of a model is not a height map.
func meshFiles(names []string) (all []string) {
	folder := func(name string) string {
		digest, _, _ := strings.Cut(strings.TrimPrefix(name, recording.ObstacleFolder), "/")
		return digest
	}
	models := map[string]bool{}
	for _, name := range names {
		models[folder(name)] = models[folder(name)] || isModel(name)
	}
	for _, name := range names {
		if strings.HasPrefix(name, recording.ObstacleFolder) && (isModel(name) || !models[folder(name)]) {
			all = append(all, name)
		}
	}
	return all
}

func isModel(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	return ext == ".glb" || ext == ".gltf"
}

// OpenModels returns a warning for each obstacle whose model is not a closed surface.
func OpenModels(file string, sc *scenario.Scenario) (all []string) {
	for k := range sc.Surroundings.Obstacles {
		if o := &sc.Surroundings.Obstacles[k]; o.Shape == "model" && !o.Mesh.Closed() {
			all = append(all, fmt.Sprintf("%s: obstacle %s: the surface of %s is not closed, so it has no inside and blocks birds from both sides", file, o.Name, o.File))
		}
	}
	return all
}
