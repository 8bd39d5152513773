package main

import (
	"path/filepath"
	"sync"
	"time"
)

// birdBar says how far a bird's model is, if that takes long. It is told of it by
// goroutines that may go on when nobody waits for them any more.
type birdBar struct {
	lock sync.Mutex
	bar  *progress // nil: it has ended
}

func newBirdBar(g *Globals, path string) *birdBar {
	return &birdBar{bar: newProgress(g, "reading "+filepath.Base(path)+", %", 100)}
}

// at says which share is done: on a terminal at once, elsewhere once it is clear that
// there is something to wait for.
func (b *birdBar) at(share float64) {
	const patience = 2 * time.Second
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar == nil || b.bar.bar == nil && time.Since(b.bar.began) < patience {
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
