//go:build cgo && !nowindow

package window

import (
	"slices"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// Kind is what an event is of.
type Kind uint8

// The kinds of events.
const (
	Moved   Kind = iota // the pointer, to X, Y
	Away                // it left the window
	Clicked             // a button went down or up
	Wheel               // turned by X notches to the left and Y away from the hand
	KeyWent             // a key went down or up
	KeyHeld             // it repeats itself
	Typed               // a character was written
	Focus               // the window got the focus, or lost it
)

// Event is one thing that hands did.
type Event struct {
	Kind   Kind
	X, Y   float64
	Button glfw.MouseButton
	Key    glfw.Key
	Mods   glfw.ModifierKey
	Char   rune
	Down   bool // of a button or a key; of the focus: got
}

// Queue is what hands did and nobody has taken in yet. It is taken in by steps, in which
// nothing goes down and up again, and no key goes down that Ctrl or Shift was let go of
// after: however much happens between two frames, what goes by the state at a step's end
// sees all of it.
type Queue struct {
	waiting []Event
	layout  func() Layout // the user's, as a key goes down; nil: it stays
}

// Add puts events at the queue's end.
func (q *Queue) Add(all ...Event) { q.waiting = append(q.waiting, all...) }

// Empty says whether all is taken in.
func (q *Queue) Empty() bool { return len(q.waiting) == 0 }

// Next has an input be of the next step, of which nothing may be waiting.
func (q *Queue) Next(in *Input) {
	n := step(q.waiting)
	in.begin()
	in.Events = append(in.Events, q.waiting[:n]...)
	q.waiting = slices.Delete(q.waiting, 0, n)
	for i := range in.Events {
		if e := &in.Events[i]; e.Kind == KeyWent && e.Down && q.layout != nil {
			in.Layout = q.layout()
		}
		in.take(&in.Events[i])
	}
}

// step is how many of the events that wait are taken in at once. What only moves or writes goes
// together; the pointer is there before a button goes down, so that what is under it is told; a button
// goes alone; and of keys some go up, others are held, and one goes down and writes.
func step(waiting []Event) int {
	if len(waiting) == 0 {
		return 0
	}
	first := waiting[0].Kind
	together := func(is func(Kind) bool) int {
		n := slices.IndexFunc(waiting, func(e Event) bool { return !is(e.Kind) })
		if n < 0 {
			return len(waiting)
		}
		return n
	}
	switch first {
	case Moved, Away:
		return together(func(k Kind) bool { return k == Moved || k == Away })
	case Wheel:
		return together(func(k Kind) bool { return k == Wheel })
	case KeyHeld, Typed:
		return together(func(k Kind) bool { return k == KeyHeld || k == Typed })
	case KeyWent:
		return keys(waiting)
	}
	return 1
}

// keys is how many events of keys are taken in at once.
func keys(waiting []Event) int {
	var seen [glfw.KeyLast + 1]bool
	wrote := false // one went down that is not held with others
	for n := range waiting {
		e := &waiting[n]
		switch {
		case e.Kind == Typed || e.Kind == KeyHeld:
			if !wrote {
				return n
			}
			continue
		case e.Kind != KeyWent || wrote || seen[e.Key]:
			return n
		}
		seen[e.Key] = true
		wrote = e.Down && !isModifier(e.Key)
	}
	return len(waiting)
}

func isModifier(k glfw.Key) bool { return k >= glfw.KeyLeftShift && k <= glfw.KeyRightSuper }
