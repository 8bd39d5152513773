package bird

import (
	"encoding/json"
	"path/filepath"
	"time"

	"skein/cmd/skein/internal/cache"
	"skein/cmd/skein/internal/console"
	"skein/models"
)

// ReadingBar returns the bar for a bird that is read from a file.
func ReadingBar(g *console.Console, path string) *console.SlowBar {
	return console.NewSlowBar(g, "reading "+filepath.Base(path))
}

// Bake bakes a model, and says how far it is if that takes long; a g of nil says
// nothing.
func Bake(g *console.Console, path string, m *models.Model, o models.BakeOptions) (*models.Baked, error) {
	kept := cache.New("birds", birdBytes)
	if g == nil {
		return bakedAs(m, o, kept)
	}
	if path == "" {
		path = "the bird"
	}
	bar := ReadingBar(g, path)
	defer bar.End()
	bar.Patience, o.Progress = 6*time.Second, bar.At // it is not what was asked for
	return bakedAs(m, o, kept)
}

// birdBytes limits the cache of baked birds: about a hundred.
const birdBytes = 256 << 20

// bakedAs returns what baking a model gives, made or kept.
func bakedAs(m *models.Model, o models.BakeOptions, kept cache.Cache) (*models.Baked, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return m.Bake(o) // which says what is wrong
	}
	return cache.Make(kept, cache.Key(m.Digest(), text), m.Unpack, func() (*models.Baked, error) { return m.Bake(o) }, (*models.Baked).Pack)
}
