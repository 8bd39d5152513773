package leftovers

import "sync"

// List are what a command must not leave behind when it ends, which it may do
// while some of its work still goes on. They may be used from several goroutines.
type List struct {
	mu   sync.Mutex
	list []func()
	gone bool
}

// Add has something removed at the end, or at once if that has come.
func (l *List) Add(remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone {
		remove()
		return
	}
	l.list = append(l.list, remove)
}

// Remove ends it.
func (l *List) Remove() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, remove := range l.list {
		remove()
	}
	l.list, l.gone = nil, true
}
