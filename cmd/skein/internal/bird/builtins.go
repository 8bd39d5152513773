package bird

import (
	"sync"

	"skein/flock/scenario"
	"skein/models"
	"skein/models/gltf"
)

// builtins caches built-in birds that were read and baked, for all flocks and scenes.
var builtins = struct {
	lock  sync.Mutex
	read  map[string]*gltf.Model
	baked map[bakeKey]*bakeResult
}{read: map[string]*gltf.Model{}, baked: map[bakeKey]*bakeResult{}}

type bakeKey struct {
	model    *gltf.Model
	settings scenario.Bird
}

type bakeResult struct {
	once sync.Once
	beat *models.Baked
	err  error
}

func builtinBird(name string) (*gltf.Model, error) {
	builtins.lock.Lock()
	defer builtins.lock.Unlock()
	if m := builtins.read[name]; m != nil {
		return m, nil
	}
	m, err := models.Builtin(name)
	if err == nil {
		builtins.read[name] = m
	}
	return m, err
}

// bakedOnce calls bake. It caches the result for a built-in bird with the same settings. The caller must not
// change the result.
func bakedOnce(m *gltf.Model, settings scenario.Bird, bake func() (*models.Baked, error)) (*models.Baked, error) {
	builtins.lock.Lock()
	if builtins.read[settings.File] != m { // m is from a file or a recording
		builtins.lock.Unlock()
		return bake()
	}
	key := bakeKey{m, settings}
	b := builtins.baked[key]
	if b == nil {
		b = new(bakeResult)
		builtins.baked[key] = b
	}
	builtins.lock.Unlock()
	b.once.Do(func() { b.beat, b.err = bake() })
	return b.beat, b.err
}
