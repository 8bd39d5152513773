package bird

import (
	"encoding/json"
	"path/filepath"
	"time"

	"skein/cmd/skein/internal/cache"
	"skein/cmd/skein/internal/console"
	"skein/models"
	"skein/models/gltf"
)

// ReadingBar returns a progress bar for reading a bird from a file.
func ReadingBar(g *console.Console, path string) *console.SlowBar {
	return console.NewSlowBar(g, "reading "+filepath.Base(path))
}

// Bake bakes a model, or loads the result from the cache. If baking takes long and g is not nil, it shows a
// progress bar.
func Bake(g *console.Console, path string, m *gltf.Model, o models.BakeOptions) (*models.Baked, error) {
	store := cache.New("birds", birdBytes)
	if g == nil {
		return bakeCached(m, o, store)
	}
	if path == "" {
		path = "the bird"
	}
	bar := ReadingBar(g, path)
	defer bar.End()
	bar.Patience, o.Progress = 6*time.Second, bar.Update // longer than usual, so that the command's own bar appears first
	return bakeCached(m, o, store)
}

// Warn prints the warnings about models of birds. g may be nil.
func Warn(g *console.Console, mixes []models.Mix) {
	for _, mix := range mixes {
		for _, b := range mix.Birds {
			for _, w := range b.ModelWarnings() {
				if g != nil {
					g.Warn("%s: %s", b.Name, w)
				}
			}
		}
	}
}

// birdBytes limits the cache of baked birds, in bytes. About a hundred birds fit.
const birdBytes = 256 << 20

func bakeCached(m *gltf.Model, o models.BakeOptions, store cache.Cache) (*models.Baked, error) {
	text, err := json.Marshal(o)
	if err != nil {
		return models.Bake(m, o) // Bake describes what is wrong with o
	}
	// The key contains m.Name, which may decide how a model without animation moves.
	unpack := func(data []byte) (*models.Baked, error) { return models.Unpack(m, data) }
	bake := func() (*models.Baked, error) { return models.Bake(m, o) }
	return cache.Make(store, cache.Key(m.Digest(), []byte(m.Name), text), unpack, bake, (*models.Baked).Pack)
}
