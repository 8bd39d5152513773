package console

import (
	"sync"
	"time"
)

// SlowBar is a progress bar that appears only if the work takes long. Goroutines may still report
// to it after its end.
type SlowBar struct {
	lock     sync.Mutex
	bar      *Progress     // nil after its end
	Patience time.Duration // time before anything is shown
}

// NewSlowBar returns a bar that counts per cent. On a terminal it appears at once.
func NewSlowBar(g *Console, what string) *SlowBar {
	b := &SlowBar{bar: NewProgress(g, what+", %", 100)}
	if b.bar.bar == nil {
		b.Patience = 2 * time.Second
	}
	return b
}

// Update shows the share of the work that is done, from 0 to 1, once the work has taken long enough.
func (b *SlowBar) Update(share float64) {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar == nil || time.Since(b.bar.began) < b.Patience {
		return
	}
	b.bar.Update(int(100 * share))
}

// End removes the bar.
func (b *SlowBar) End() {
	b.lock.Lock()
	defer b.lock.Unlock()
	if b.bar != nil {
		b.bar.End()
		b.bar = nil
	}
}
