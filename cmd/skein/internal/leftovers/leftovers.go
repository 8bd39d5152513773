package leftovers

import "sync"

// List contains functions that remove temporary files when a command ends. It is safe for concurrent use,
// because goroutines may still run then.
type List struct {
	mu   sync.Mutex
	list []func()
	gone bool
}

// Add registers a function that removes something. After Remove, it calls the function at once.
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
