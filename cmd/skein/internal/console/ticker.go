package console

import "sync"

// Ticker shows the steps of several goroutines as a progress bar.
type Ticker struct {
	mu    sync.Mutex
	bar   *Progress
	count int
	over  bool
}

// NewTicker returns a ticker for this many steps.
func NewTicker(g *Console, what string, total int) *Ticker {
	return &Ticker{bar: NewProgress(g, what, total)}
}

// Tick counts one step.
func (t *Ticker) Tick() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.count++; !t.over {
		t.bar.Update(t.count)
	}
}

// End removes the bar. Later ticks show nothing.
func (t *Ticker) End() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	t.bar.End()
}
