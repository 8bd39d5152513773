//go:build cgo && !nowindow

package window

import (
	"slices"

	"github.com/go-gl/glfw/v3.3/glfw"
)

// EventKind is the kind of an event.
type EventKind uint8

const (
	PointerMoved  EventKind = iota // the pointer moved to X, Y
	PointerLeft                    // the pointer left the window
	ButtonChanged                  // a button went down or up
	WheelTurned                    // the wheel turned by X notches to the left and Y away from the user
	KeyChanged                     // a key went down or up
	KeyRepeated                    // a key repeats
	CharTyped                      // a character was written
	FocusChanged                   // the window gained or lost the focus
)

// Event is an input event.
type Event struct {
	Kind   EventKind
	X, Y   float64
	Button glfw.MouseButton
	Key    glfw.Key
	Mods   glfw.ModifierKey
	Char   rune
	Down   bool // a button or key went down, or the focus was gained
}

// Queue holds events that have not been processed yet, grouped into steps. Within a step, no key or button is
// both pressed and released, and no modifier is released after a key press. Code that reads only the state
// after each step therefore misses nothing.
type Queue struct {
	events []Event
	layout func() Layout // nil if the layout never changes
}

// Add appends events.
func (q *Queue) Add(all ...Event) { q.events = append(q.events, all...) }

// Empty reports whether all events have been processed.
func (q *Queue) Empty() bool { return len(q.events) == 0 }

// Next sets in to the next step. The step is empty if there are no events.
func (q *Queue) Next(in *Input) {
	n := stepLength(q.events)
	in.reset()
	in.Events = append(in.Events, q.events[:n]...)
	q.events = slices.Delete(q.events, 0, n)
	for i := range in.Events {
		if e := &in.Events[i]; e.Kind == KeyChanged && e.Down && q.layout != nil {
			in.Layout = q.layout()
		}
		in.apply(&in.Events[i])
	}
}

// stepLength returns the number of events in the next step. Successive motions, with the wheel events after
// them, are one step, and so are successive characters. A button change is a step of its own, so that the
// pointer reaches the target of the click first. Key changes are combined up to the first key that types a
// character.
func stepLength(events []Event) int {
	if len(events) == 0 {
		return 0
	}
	first := events[0].Kind
	runLength := func(matches func(EventKind) bool) int {
		n := slices.IndexFunc(events, func(e Event) bool { return !matches(e.Kind) })
		if n < 0 {
			return len(events)
		}
		return n
	}
	switch first {
	case PointerMoved, PointerLeft: // later wheel events belong to the new position
		n := runLength(func(k EventKind) bool { return k == PointerMoved || k == PointerLeft })
		for n < len(events) && events[n].Kind == WheelTurned {
			n++
		}
		return n
	case WheelTurned:
		return runLength(func(k EventKind) bool { return k == WheelTurned })
	case KeyRepeated, CharTyped:
		return runLength(func(k EventKind) bool { return k == KeyRepeated || k == CharTyped })
	case KeyChanged:
		return keyStepLength(events)
	}
	return 1
}

func keyStepLength(events []Event) int {
	var changed [glfw.KeyLast + 1]bool
	writes := false
	for n := range events {
		e := &events[n]
		switch {
		case e.Kind == CharTyped || e.Kind == KeyRepeated:
			if !writes {
				return n
			}
			continue
		case e.Kind != KeyChanged || writes || changed[e.Key]:
			return n
		}
		changed[e.Key] = true
		writes = e.Down && !isModifier(e.Key)
	}
	return len(events)
}

func isModifier(k glfw.Key) bool { return k >= glfw.KeyLeftShift && k <= glfw.KeyRightSuper }
