//go:build cgo && !nowindow

package fly

import (
	"slices"
	"testing"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/scenario"
	"skein/ui"
)

func TestEventCursor(t *testing.T) {
	at := func(tick int64, boid int) flock.Event {
		return flock.Event{Kind: flock.EscapeBegan, Tick: tick, Boid: boid}
	}
	all := []flock.Event{at(1, 0), at(1, 1), at(1, 0), at(4, 2), at(4, 2), at(9, 3)}
	for _, c := range []struct {
		name           string
		before, events []flock.Event
		want           []flock.Event
		anew           bool
	}{
		{"nothing", nil, nil, nil, false},
		{"the first", nil, all, all, false},
		{"nothing new", all, all, nil, false},
		{"more", all[:4], all, all[4:], false},
		{"equal events within a tick", all[:1], all, all[1:], false},
		{"the oldest events dropped", all[:5], all[3:], all[5:], false},
		{"all but the new events dropped", all[:5], all[5:], all[5:], true},
		{"the last event undone", all, all[:5], all[:5], true},
		{"other events of the same number", all[:4], append(slices.Clone(all[:3]), at(4, 7)), append(slices.Clone(all[:3]), at(4, 7)), true},
	} {
		var l eventCursor
		l.next(c.before)
		if got, anew := l.next(c.events); !slices.Equal(got, c.want) || anew != c.anew {
			t.Errorf("%s: the new events are %v, restarted is %v; want %v, %v", c.name, got, anew, c.want, c.anew)
		}
	}
}

// editsByHand counts edits, none of which were made by Undo.
type editsByHand func(tick int64) int

func (n editsByHand) EditsUntil(tick int64) int { return n(tick) }

func (n editsByHand) UndosUntil(int64) int { return 0 }

func noEdits(int64) int { return 0 }

// leastAllocs calls f at least tries times and returns the smallest number of allocations of a call.
// Goroutines that an earlier test started may still allocate, and AllocsPerRun also counts their
// allocations.
func leastAllocs(tries int, f func()) float64 {
	least := testing.AllocsPerRun(1, f)
	for range tries - 1 {
		least = min(least, testing.AllocsPerRun(1, f))
	}
	return least
}

// A parameter ramp of five minutes gives one mark on the timeline, and its text is formatted only once.
// Marks disappear when their events are no longer stored.
func TestMarksFollow(t *testing.T) {
	sc, err := scenario.Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	rate := int64(sc.TickRate)
	events := []flock.Event{{Kind: flock.EscapeBegan, Tick: rate, Boid: 5}}
	for tick := 2 * rate; tick < 300*rate; tick++ {
		events = append(events, flock.Event{Kind: flock.ParamsChanged, Tick: tick, Scheduled: true})
	}
	var m eventMarks
	m.updateLive(0, events[:len(events)-100], sc, editsByHand(noEdits))
	if len(m.marks) != 2 || m.marks[0].Seconds != 1 || m.marks[1].Seconds != 2 {
		t.Fatalf("marks %v, want one at 1 s and one at 2 s", m.marks)
	}
	n := len(events) - 99
	allocations := leastAllocs(40, func() {
		m.updateLive(0, events[:n], sc, editsByHand(noEdits))
		n++
	})
	if allocations > 20 {
		t.Errorf("%.0f allocations for one event, want at most 20", allocations)
	}
	if len(m.marks) != 2 {
		t.Errorf("the marks after more of the ramp are %v, want two", m.marks)
	}
	later := append(slices.Clone(events[200:]), flock.Event{Kind: flock.EscapeBegan, Tick: 300 * rate, Boid: 6})
	m.updateLive(0, later, sc, editsByHand(noEdits))
	if len(m.marks) != 1 || m.marks[0].Seconds != 300 {
		t.Errorf("marks %v, want only the one at 300 s", m.marks)
	}
}

// After the undo of a restart, the marks are those of the first flight again. This is true even if both
// flights begin with the same events, because they have the same seed.
func TestMarksOfFlights(t *testing.T) {
	sc, err := scenario.Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	escape := func(tick int64) flock.Event { return flock.Event{Kind: flock.EscapeBegan, Tick: tick, Boid: 5} }
	second := []flock.Event{escape(10), escape(20)}
	first := append(slices.Clone(second), flock.Event{Kind: flock.SurroundingsChanged, Tick: 30}, escape(40))
	editsOfFirst := func(tick int64) int { return map[bool]int{true: 1}[tick >= 30] }
	editsOfSecond := func(int64) int { return 1 } // counts the edit of the first flight
	kinds := func(m *eventMarks) (all []ui.MarkKind) {
		for _, at := range m.marks {
			all = append(all, at.Kind)
		}
		return all
	}
	var m eventMarks
	want := []ui.MarkKind{ui.Escapes, ui.Escapes, ui.Edits, ui.Escapes}
	for range 2 {
		m.updateLive(0, first, sc, editsByHand(editsOfFirst))
		if got := kinds(&m); !slices.Equal(got, want) {
			t.Errorf("the first flight has marks of the kinds %v, want %v", got, want)
		}
		m.updateLive(1, second, sc, editsByHand(editsOfSecond))
		if got := kinds(&m); !slices.Equal(got, want[:2]) {
			t.Errorf("the second flight has marks of the kinds %v, want %v", got, want[:2])
		}
	}
}

func TestDragHasOneMark(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	now := 0.0
	drag := func(param string, values ...float32) {
		t.Helper()
		for k, v := range values {
			c := s.Studio.Controls
			if err := c.Params.Set(param, v); err != nil {
				t.Fatal(err)
			}
			edit := map[bool]studio.Edit{false: studio.Dragging, true: studio.Done}[k == len(values)-1]
			if err := s.Studio.Set(c, edit); err != nil {
				t.Fatal(err)
			}
			s.flyOn(t, now, 0.7)
			now += 0.7
			s.marks.updateLive(s.Studio.FlightNumber(), s.Studio.LiveEvents(), s.scene, s.Studio)
		}
	}
	count := func() (n int) {
		for _, m := range s.marks.marks {
			if m.Kind == ui.Edits || m.Kind == ui.Undos {
				n++
			}
		}
		return n
	}
	drag("vision", 9, 8, 7, 6, 5)
	drag("separation", 0.3, 0.4, 0.5)
	if n := count(); n != 2 {
		t.Errorf("two drags gave %d marks, want 2", n)
	}
	drag("vision", 7)
	drag("vision", 8) // this drag begins immediately after the previous drag
	if n := count(); n != 4 {
		t.Errorf("with two clicks there are %d marks, want 4", n)
	}
	if err := s.Studio.Do(studio.Undo, 1); err != nil {
		t.Fatal(err)
	}
	drag("vision", 8, 8.5)
	if n := count(); n != 6 {
		t.Errorf("with undo and another drag there are %d marks, want 6", n)
	}
}

// The changes of a recording at one frame have one mark, because the user has made them with one edit.
// Changes at different frames have their own marks.
func TestEditsOfAFrameHaveOneMark(t *testing.T) {
	sc, err := scenario.Builtin("falcon")
	if err != nil {
		t.Fatal(err)
	}
	rate := int64(sc.TickRate)
	events := []flock.Event{
		{Kind: flock.FlockJoined, Tick: rate, Flock: 1}, {Kind: flock.RegardsChanged, Tick: rate}, {Kind: flock.ParamsChanged, Tick: rate},
		{Kind: flock.EscapeBegan, Tick: rate, Boid: 5}, {Kind: flock.RegardsChanged, Tick: 3 * rate},
	}
	var m eventMarks
	m.update(events, sc, &studio.Flight{FPS: 30})
	var texts []string
	for _, mark := range m.marks {
		texts = append(texts, mark.Text)
	}
	want := []string{"edit: falcon joined, changed how starling reacts to others, starling", "boid 5 breaks away", "edit: changed how starling reacts to others"}
	if !slices.Equal(texts, want) {
		t.Errorf("the marks are %q, want %q", texts, want)
	}
}

// The timeline calls an undo by its name, and a redo an edit, like the edit that it repeats.
func TestUndoHasItsOwnMark(t *testing.T) {
	s, _ := newWatchingSession(t, yard)
	now := 0.0
	fly := func() {
		s.flyOn(t, now, 0.7)
		now += 0.7
		s.marks.updateLive(s.Studio.FlightNumber(), s.Studio.LiveEvents(), s.scene, s.Studio)
	}
	fly()
	c := s.Studio.Controls
	if err := c.Params.Set("vision", 7); err != nil {
		t.Fatal(err)
	}
	if err := s.Studio.Set(c, studio.Done); err != nil {
		t.Fatal(err)
	}
	fly()
	for _, command := range []studio.Command{studio.Undo, studio.Redo, studio.Undo} {
		if err := s.Studio.Do(command, 1); err != nil {
			t.Fatal(err)
		}
		fly()
	}
	want := []ui.Mark{{Kind: ui.Edits, Text: "edit: boids"}, {Kind: ui.Undos, Text: "undo: boids"}, {Kind: ui.Edits, Text: "edit: boids"}, {Kind: ui.Undos, Text: "undo: boids"}}
	var got []ui.Mark
	for _, m := range s.marks.marks {
		if m.Kind == ui.Edits || m.Kind == ui.Undos {
			got = append(got, ui.Mark{Kind: m.Kind, Text: m.Text})
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("an edit, an undo, a redo and an undo have the marks %v, want %v", got, want)
	}
}

// A branch shows the escapes of the recording before it, too, so its marks are as many as its legend counts.
// Back in the recording, and in another branch, each escape has one mark again.
func TestBranchShowsEarlierMarks(t *testing.T) {
	sc, err := scenario.Builtin("murmuration")
	if err != nil {
		t.Fatal(err)
	}
	rate := int64(sc.TickRate)
	escapes := func(seconds ...int64) (all []flock.Event) {
		for _, at := range seconds {
			all = append(all, flock.Event{Kind: flock.EscapeBegan, Tick: at * rate, Boid: int(at)})
		}
		return all
	}
	boids := func(all []ui.Mark) (ids []int) {
		for _, m := range all {
			ids = append(ids, m.Boid)
		}
		return ids
	}
	f := &studio.Flight{FPS: 30}
	recorded := escapes(1, 3, 5, 9)
	var m eventMarks
	for flight, c := range []struct {
		branch float64
		live   []flock.Event
		want   []int
	}{
		{4, escapes(6, 8), []int{1, 3, 6, 8}}, {5, escapes(7), []int{1, 3, 5, 7}}, {0.5, nil, nil},
	} {
		m.update(recorded, sc, f)
		if got := boids(m.all()); !slices.Equal(got, []int{1, 3, 5, 9}) {
			t.Errorf("the recording has marks of the boids %v, want 1, 3, 5 and 9", got)
		}
		for range 2 {
			m.branchAt(c.branch)
			m.updateLive(flight+1, c.live, sc, editsByHand(noEdits))
			if got := boids(m.all()); !slices.Equal(got, c.want) {
				t.Errorf("the branch at %v s has marks of the boids %v, want %v", c.branch, got, c.want)
			}
		}
	}
}
