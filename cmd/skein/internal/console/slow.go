package console

import (
	"sync"
	"time"
)

// SlowBar is a progress bar that appears after Patience. Goroutines may call Update after End.
type SlowBar struct {
	lock     sync.Mutex
	bar      *Progress // nil after End
	Patience time.Duration
}

// NewSlowBar returns a bar that counts in per cent. Its Patience is 0 on a terminal, and 2 s elsewhere.
func NewSlowBar(g *Console, what string) *SlowBar {
	b := &SlowBar{bar: NewProgress(g, what, 100)}
	b.bar.secondary = true
	if b.bar.bar == nil {
		b.Patience = 2 * time.Second
	}
	return b
}

// Update sets the finished fraction of the work, from 0 to 1.
func (b *SlowBar) Update(share float64) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar == nil || time.Since(b.bar.began) < b.Patience {
		return
	}
	b.bar.Update(int(100 * share))
}

// End removes the bar from the terminal.
func (b *SlowBar) End() {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar != nil {
		b.bar.End()
		b.bar = nil
	}
}
