package console

import (
	"sync"
	"time"
)

// SlowBar is a progress bar that appears only if the work takes long. Goroutines may still
// report to it after it has ended.
type SlowBar struct {
	lock     sync.Mutex
	bar      *Progress     // nil: it has ended
	Patience time.Duration // before anything is printed
}

// NewSlowBar returns a bar that counts per cent. On a terminal it appears at once.
func NewSlowBar(g *Console, what string) *SlowBar {
	b := &SlowBar{bar: NewProgress(g, what+", %", 100)}
	if b.bar.bar == nil {
		b.Patience = 2 * time.Second
	}
	return b
}

// At says which share is done, once it is clear that there is something to wait for.
func (b *SlowBar) At(share float64) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar == nil || time.Since(b.bar.began) < b.Patience {
		return
	}
	b.bar.At(int(100 * share))
}

// End leaves the terminal as it was.
func (b *SlowBar) End() {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar != nil {
		b.bar.End()
		b.bar = nil
	}
}
