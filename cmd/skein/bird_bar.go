package main

import (
	"path/filepath"
	"sync"
	"time"

	"skein/models"
)

// birdBar says how far a bird's model is, if that takes long. It is told of it by
// goroutines that may go on when nobody waits for them any more.
type birdBar struct {
	lock     sync.Mutex
	bar      *progress     // nil: it has ended
	patience time.Duration // before it says anything
}

func newBirdBar(g *Globals, path string) *birdBar {
	b := &birdBar{bar: newProgress(g, "reading "+filepath.Base(path)+", %", 100)}
	if b.bar.bar == nil {
		b.patience = 2 * time.Second // on a terminal at once
	}
	return b
}

// bake bakes a model, and says how far it is if that takes long; a g of nil says
// nothing.
func bake(g *Globals, path string, m *models.Model, o models.BakeOptions) (*models.Baked, error) {
	kept := newCache("birds", birdBytes)
	if g == nil {
		return bakedAs(m, o, kept)
	}
	if path == "" {
		path = "the bird"
	}
	bar := newBirdBar(g, path)
	defer bar.end()
	bar.patience, o.Progress = 6*time.Second, bar.at // it is not what was asked for
	return bakedAs(m, o, kept)
}

// at says which share is done, once it is clear that there is something to wait for.
func (b *birdBar) at(share float64) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar == nil || time.Since(b.bar.began) < b.patience {
		return
	}
	b.bar.at(int(100 * share))
}

// end leaves the terminal as it was.
func (b *birdBar) end() {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar != nil {
		b.bar.end()
		b.bar = nil
	}
}
