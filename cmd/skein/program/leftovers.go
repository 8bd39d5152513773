package program

import "sync"

// leftovers are what a command must not leave behind when it ends, which it may do
// while some of its work still goes on. They may be used from several goroutines.
type leftovers struct {
	mu   sync.Mutex
	list []func()
	gone bool
}

// add has something removed at the end, or at once if that has come.
func (l *leftovers) add(remove func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.gone {
		remove()
		return
	}
	l.list = append(l.list, remove)
}

// remove ends it.
func (l *leftovers) remove() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, remove := range l.list {
		remove()
	}
	l.list, l.gone = nil, true
}
