//go:build cgo && !nowindow

package fly

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/scenario"
	"skein/ui"
)

type eventMarks struct {
	marks  []ui.Mark
	cursor eventCursor
	last   map[string]int64 // tick of the last change with each text; a ramp changes at each tick
	edits  int
	undos  int
	flight int
	origin []ui.Mark // of a branch: the marks of the recording before it
	taped  bool      // whether marks are those of a recording
}

// editCounter counts the edits of a live flight up to a tick, and how many of them were made by Undo.
type editCounter interface {
	EditsUntil(tick int64) int
	UndosUntil(tick int64) int
}

// all returns the marks of the flight and, before a branch, those of the recording.
func (m *eventMarks) all() []ui.Mark { return slices.Concat(m.origin, m.marks) }

// branchAt stores the marks of the recording up to a time, in s, because a branch begins there. The branch
// has the same past. Call it in each frame in which a branch is shown.
func (m *eventMarks) branchAt(from float64) {
	if !m.taped {
		return
	}
	m.taped, m.origin = false, nil
	for _, at := range m.marks {
		if at.Seconds <= from {
			at.Text += ", in the recording"
			m.origin = append(m.origin, at)
		}
	}
}

// updateLive does the same as update, for the live flight with this number. It also removes marks of other
// flights and of events that are no longer stored.
func (m *eventMarks) updateLive(flight int, events []flock.Event, sc *scenario.Scenario, counter editCounter) {
	if m.flight != flight { // the events may be equal so far, but the edit counts differ
		*m = eventMarks{flight: flight, origin: m.origin}
	}
	m.add(events, sc, nil, counter)
}

// update adds marks for the events of a recording since the last call, each at the first frame at or after
// the event.
func (m *eventMarks) update(events []flock.Event, sc *scenario.Scenario, f *studio.Flight) {
	m.taped, m.origin = true, nil
	m.add(events, sc, f, nil)
}

func (m *eventMarks) add(events []flock.Event, sc *scenario.Scenario, f *studio.Flight, counter editCounter) {
	fresh, anew := m.cursor.next(events)
	if anew {
		m.marks, m.last = nil, nil
	}
	if len(fresh) == 0 {
		return
	}
	if m.last == nil {
		m.last = map[string]int64{}
		if counter != nil {
			m.edits, m.undos = counter.EditsUntil(events[0].Tick-1), counter.UndosUntil(events[0].Tick-1)
		}
	}
	if f == nil {
		oldest := float64(events[0].Tick) / float64(sc.TickRate)
		m.marks = slices.DeleteFunc(m.marks, func(at ui.Mark) bool { return at.Seconds < oldest })
	}
	var names []string
	for _, own := range sc.Flocks() {
		names = append(names, cmp.Or(own.Species, "boids"))
	}
	for i := range fresh {
		e := &fresh[i]
		mark, ok := m.markOf(e, names, sc, f)
		n := map[bool]int{true: 1}[ok]
		if counter != nil && e.IsEdit() && !e.Scheduled {
			m.addEdits(mark, counter, e.Tick)
			continue
		}
		if f != nil && n > 0 && m.joinEdits(&mark) {
			continue
		}
		for range n {
			m.marks = append(m.marks, mark)
		}
	}
}

// addEdits adds a mark for each edit since the last call, first those by hand, then those by Undo.
func (m *eventMarks) addEdits(mark ui.Mark, counter editCounter, tick int64) {
	edits, undos := counter.EditsUntil(tick), counter.UndosUntil(tick)
	byHand, byUndo := edits-undos-(m.edits-m.undos), undos-m.undos
	m.edits, m.undos = edits, undos
	for range byHand {
		m.marks = append(m.marks, mark)
	}
	mark.Kind, mark.Text = ui.Undos, "undo: "+strings.TrimPrefix(mark.Text, "edit: ")
	for range byUndo {
		m.marks = append(m.marks, mark)
	}
}

// joinEdits joins an edit's mark with the last mark if that is an edit in the same frame. A recording may
// contain several changes for one edit, for example for an added predator.
func (m *eventMarks) joinEdits(mark *ui.Mark) bool {
	k := len(m.marks) - 1
	if k < 0 || mark.Kind != ui.Edits || m.marks[k].Kind != ui.Edits || m.marks[k].Seconds != mark.Seconds {
		return false
	}
	last, text := &m.marks[k].Text, strings.TrimPrefix(mark.Text, "edit: ")
	if !slices.Contains(strings.Split(strings.TrimPrefix(*last, "edit: "), ", "), text) {
		*last += ", " + text
	}
	return true
}

func (m *eventMarks) markOf(e *flock.Event, names []string, sc *scenario.Scenario, f *studio.Flight) (at ui.Mark, ok bool) {
	at.Seconds = float64(e.Tick) / float64(sc.TickRate)
	if f != nil {
		at.Seconds = f.Start + math.Ceil((at.Seconds-f.Start)*f.FPS-1e-6)/f.FPS
	}
	at.Boid = metrics.NoBoid
	name := names[min(e.Flock, len(names)-1)]
	switch e.Kind {
	case flock.EscapeBegan:
		at.Kind, at.Text, at.Boid = ui.Escapes, fmt.Sprintf("boid %d breaks away", e.Boid), e.Boid
	case flock.AttackBegan:
		at.Kind, at.Text, at.Boid = ui.Attacks, fmt.Sprintf("%s attacks boid %d", name, e.Prey), e.Boid
	case flock.Strike:
		at.Kind, at.Text = ui.Strikes, fmt.Sprintf("%s strikes boid %d", name, e.Prey)
	case flock.NearMiss:
		at.Kind, at.Text = ui.NearMisses, fmt.Sprintf("%s misses boid %d by %.1f m", name, e.Prey, e.Distance)
	case flock.Split:
		at.Kind, at.Text = ui.Splits, fmt.Sprintf("%s split: %.0f %% and %.0f %%", name, 100*e.Largest, 100*e.Second)
	case flock.ParamsChanged, flock.SurroundingsChanged, flock.ScheduleBegan:
		at.Kind, at.Text = ui.Edits, "edit: "
		if e.Scheduled || e.IsSchedule() {
			at.Kind, at.Text = ui.Events, "event: "
		}
		if e.Kind == flock.SurroundingsChanged || e.IsSchedule() && e.Transition.Thing != "" {
			name = "surroundings"
		}
		at.Text += name
		within := int64(1)
		if at.Kind == ui.Edits {
			within = int64(sc.TickRate) // the changes of a drag are some frames apart
		}
		// skein import made the edits of imported tracks, so they have no marks
		return at, (f == nil || !f.Tracks) && !m.continues(at.Text, e.Tick, within)
	case flock.FlockJoined:
		at.Kind, at.Text = ui.Edits, fmt.Sprintf("edit: %s joined", name)
	case flock.RegardsChanged:
		at.Kind, at.Text = ui.Edits, fmt.Sprintf("edit: changed how %s reacts to others", name)
	case flock.BoidPut:
		at.Kind, at.Text = ui.Edits, fmt.Sprintf("edit: moved boid %d", e.Boid)
		return at, !m.continues(at.Text, e.Tick, int64(sc.TickRate)) // all edits of a drag have one mark
	default:
		return at, false
	}
	return at, true
}

// continues reports whether the last change with this text was at most within ticks earlier, and stores the
// tick.
func (m *eventMarks) continues(text string, tick, within int64) bool {
	before, ok := m.last[text]
	m.last[text] = tick
	return ok && tick-before <= within
}
