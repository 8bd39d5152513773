package bird

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/usage"
)

// ModelsIn returns the paths of all models in a folder and the folders below it, sorted. It calls warn for
// each folder that it cannot read. It returns an error if there are no models, or more than most.
func ModelsIn(ctx context.Context, folder string, most int, warn func(error)) (all []string, err error) {
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && path != root:
			warn(err)
			return nil
		case err != nil:
			return err
		}
		if !IsGLTF(path) {
			return nil
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			all = append(all, filepath.Join(folder, strings.TrimPrefix(path, root)))
		}
		if len(all) > most {
			return usage.Errorf("%s has more than %d models; name a smaller folder", folder, most)
		}
		return nil
	})
	if err == nil && len(all) == 0 {
		err = usage.Errorf("%s has no models (.glb, .gltf)", folder)
	}
	slices.Sort(all)
	return all, err
}

// IsGLTF reports whether the name of a file ends like that of a glTF model.
func IsGLTF(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".glb" || ext == ".gltf"
}
