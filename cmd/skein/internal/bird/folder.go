package bird

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"skein/cmd/skein/internal/usage"
)

var errSearchedEnough = errors.New("searched enough")

// Search limits the search for models in a folder. Zero means no limit, except for Models.
type Search struct {
	Models int // largest number of models
	Names  int // maximum number of files and folders to look at
	Depth  int // maximum depth of folders; 1 means only the folder itself
}

// ModelsIn returns the sorted paths of all models in a folder and its subfolders. It calls warn for each
// folder that it cannot read. It returns an error if there are no models, or more than limits.Models. partial
// means that another limit ended the search.
func ModelsIn(ctx context.Context, folder string, limits Search, warn func(error)) (all []string, partial bool, err error) {
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return nil, false, err
	}
	names := 0
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		names++
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil && path != root:
			warn(err)
			return nil
		case err != nil:
			return err
		case limits.Names > 0 && names > limits.Names:
			return errSearchedEnough
		case limits.Depth > 0 && entry.IsDir() && levelsBelow(root, path) >= limits.Depth:
			partial = true
			return filepath.SkipDir
		}
		if !IsGLTF(path) {
			return nil
		}
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			all = append(all, filepath.Join(folder, strings.TrimPrefix(path, root)))
		}
		if len(all) > limits.Models {
			return usage.Errorf("%s contains more than %d models; choose a folder with fewer models", folder, limits.Models)
		}
		return nil
	})
	if err == errSearchedEnough {
		partial, err = true, nil
	}
	if err == nil && len(all) == 0 && !partial {
		err = usage.Errorf("%s has no models (.glb, .gltf)", folder)
	}
	slices.Sort(all)
	return all, partial, err
}

func levelsBelow(root, path string) int {
	rest := strings.Trim(strings.TrimPrefix(path, root), string(filepath.Separator))
	if rest == "" {
		return 0
	}
	return 1 + strings.Count(rest, string(filepath.Separator))
}

// IsGLTF reports whether a file name has the extension of a glTF model.
func IsGLTF(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".glb" || ext == ".gltf"
}
