package leftovers

import "sync"

// List lists what must be removed when a command ends. Some of the command's work may still run
// then, so several goroutines may use it.
type List struct {
	mu   sync.Mutex
	list []func()
	gone bool
}

// Add registers a function that removes something. If remove was already called, the function
// runs at once.
func (l *List) Add(remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone {
		remove()
		return
	}
	l.list = append(l.list, remove)
}

// Remove runs all registered functions.
func (l *List) Remove() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, remove := range l.list {
		remove()
	}
	l.list, l.gone = nil, true
}
