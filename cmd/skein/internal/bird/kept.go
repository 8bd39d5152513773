package bird

import (
	"sync"

	"skein/flock/scenario"
	"skein/models"
)

// bakedBefore are the built-in birds that were read and baked before: flocks share them, and so do
// the scenes that are opened one after the other.
var bakedBefore = struct {
	lock  sync.Mutex
	read  map[string]*models.Model
	baked map[keptBird]*keptBeat
}{read: map[string]*models.Model{}, baked: map[keptBird]*keptBeat{}}

// keptBird is a built-in bird, and what a scene says about it.
type keptBird struct {
	model *models.Model
	said  scenario.Bird
}

// keptBeat is baked once.
type keptBeat struct {
	once sync.Once
	beat *models.Baked
	err  error
}

// builtinBird returns a built-in bird, which must not be changed.
func builtinBird(name string) (*models.Model, error) {
	bakedBefore.lock.Lock()
	defer bakedBefore.lock.Unlock()
	if m := bakedBefore.read[name]; m != nil {
		return m, nil
	}
	m, err := models.Builtin(name)
	if err == nil {
		bakedBefore.read[name] = m
	}
	return m, err
}

// bakedOnce returns the beat of a built-in bird, which bakes it if nobody has yet, and must not be
// changed; that of another model is baked each time.
func bakedOnce(m *models.Model, said scenario.Bird, bakes func() (*models.Baked, error)) (*models.Baked, error) {
	bakedBefore.lock.Lock()
	if bakedBefore.read[said.File] != m { // it is from a file or a recording
		bakedBefore.lock.Unlock()
		return bakes()
	}
	key := keptBird{m, said}
	b := bakedBefore.baked[key]
	if b == nil {
		b = new(keptBeat)
		bakedBefore.baked[key] = b
	}
	bakedBefore.lock.Unlock()
	b.once.Do(func() { b.beat, b.err = bakes() })
	return b.beat, b.err
}
