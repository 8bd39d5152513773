package bird

import (
	"context"
	"fmt"
	"image"
	"os"

	"skein/flock/files"
	"skein/flock/scenario"
	"skein/models"
)

// MostPortraits is the largest number of models that [Portraits] draws.
const MostPortraits = 100

// droppedSearch returns the limits for a dropped folder, which may be a home folder or a whole disk.
func droppedSearch() Search { return Search{Models: 500, Names: 20_000, Depth: 8} }

// PortraitSize is the size of the pictures of models in lists, in pixels.
func PortraitSize() image.Point { return image.Pt(288, 162) }

// Portrait is a picture of a model, or the reason why the model cannot be used.
type Portrait struct {
	File    string // absolute path
	Picture image.Image
	Err     error
	Limit   string // message about models that were not searched or not drawn; the other fields are then empty
}

// Portraits passes a picture of each model in the given files and folders to give, in this order. It ignores
// other files.
func Portraits(ctx context.Context, paths []string, give func(Portrait)) {
	var all []string
	for _, path := range paths {
		path = files.Absolute(path)
		if info, err := os.Stat(path); err == nil && info.IsDir() {
			limits := droppedSearch()
			found, partial, err := ModelsIn(ctx, path, limits, func(err error) { give(Portrait{Err: err}) })
			if err != nil {
				give(Portrait{Err: err})
			}
			if partial {
				give(Portrait{Limit: fmt.Sprintf("only the first %d files and %d levels of folders were searched", limits.Names, limits.Depth)})
			}
			all = append(all, found...)
		} else if IsGLTF(path) {
			all = append(all, path)
		}
	}
	for _, path := range all[:min(len(all), MostPortraits)] {
		if ctx.Err() != nil {
			return
		}
		give(portraitOf(path))
	}
	if len(all) > MostPortraits {
		give(Portrait{Limit: fmt.Sprintf("only the first %d models are shown", MostPortraits)})
	}
}

func portraitOf(path string) Portrait {
	m, err := Load(path)
	if err != nil {
		return Portrait{File: path, Err: err}
	}
	b, err := models.Bake(m, BakeOptions(new(scenario.DefaultBird())))
	if err != nil {
		return Portrait{File: path, Err: err}
	}
	return Portrait{File: path, Picture: b.Portrait(PortraitSize())}
}
