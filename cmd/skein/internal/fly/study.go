//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"time"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/files"
	"skein/flock/look"
	"skein/flock/metrics"
	"skein/flock/whole"
	"skein/ui"
)

type ledgerLines struct {
	all    metrics.Entries
	cursor eventCursor
}

func (l *ledgerLines) update(events []flock.Event, tickRate int) {
	fresh, anew := l.cursor.next(events)
	if anew {
		l.all = metrics.Entries{}
	}
	for i := range fresh {
		l.all.Add(&fresh[i], tickRate)
	}
}

func (s *session) study() ui.Study {
	snap := s.Studio.Snapshot()
	s.lines.update(s.Studio.Events(), snap.TickRate)
	all := s.lines.all.All
	s.patterns.update(s.gauges.patternNews, s.Studio.Species(), snap.TickRate)
	shown := s.Studio.ShownTick()
	now := sort.Search(len(all), func(i int) bool { return all[i].Tick > shown })
	st := ui.Study{
		Standing: s.Studio.RecentSeries(), Entries: all[:now], Upcoming: all[now:], Legend: s.Studio.Shown().Legend,
		Vision:   s.Studio.Controls.Params.Float("vision"),
		Patterns: s.patterns.entries,
	}
	st.Why, st.WhyErr = s.Studio.Explanation()
	st.Left = s.Studio.Decision()
	st.Tracked = s.Studio.TrackFacts()
	st.Rules = s.rules()
	return st
}

func (s *session) rules() (names []string) {
	if all := s.Studio.Shares(); all != nil {
		return all.Rules
	}
	for _, r := range s.Studio.Controls.Params.Model().Rules() {
		if r.Active && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}

func (s *session) handleStudy(o *ui.Outcome) {
	if o.Visit != nil {
		s.visit(o.Visit, o.VisitMoment)
	}
	if o.CSV == nil {
		return
	}
	file := time.Now().Format("skein-ledger-20060102-150405.csv")
	if err := whole.Write(file, false, func(f *os.File) error { return metrics.WriteEntries(f, o.CSV) }); err != nil {
		s.say(err)
		return
	}
	s.panel.Say(fmt.Sprintf("saved %s, %d lines", files.Absolute(file), len(o.CSV)))
}

// visit goes to an entry of the ledger and selects its boid. In a recording, it also follows the boid, shows
// its trace and moves to one second before the entry. A live flock moves only within the past. moment moves
// to the entry's moment in any case. An entry about a whole flock only moves in time.
func (s *session) visit(e *metrics.Entry, moment bool) {
	if e.Boid == metrics.NoBoid {
		s.visitPattern(e)
		return
	}
	c := s.Studio.Controls
	c.Selected, c.Flock, c.Thing, c.Point = e.Boid, e.Flock, "", 0
	if !s.living() {
		c.Camera.Mode, c.Show.Vision, c.Show.Traces = look.Follow, true, look.TraceSelected
	}
	from, _ := s.Studio.KnownRange()
	if e.Kind == metrics.Escapes {
		defer s.Studio.ExplainEscape(e.Tick, e.Boid)
	}
	to := e.Time - 1
	if moment {
		to = e.Time
	}
	if moment && to < from && s.living() {
		s.panel.Say(noLongerStored(e, from))
		moment = false
	}
	moves := (s.Studio.Playing() || moment) && to >= from || !s.living()
	if !moves && !s.Studio.Present(e.Boid) {
		s.panel.Say(fmt.Sprintf("boid %d no longer exists", e.Boid))
		return
	}
	s.say(s.Studio.Set(c, studio.Dragging))
	s.panel.Picked(&s.Studio.Controls)
	if moves {
		s.say(s.Studio.Visit(to))
		if e.Kind == metrics.Escapes {
			s.Studio.FindFollowers(e.Tick, e.Boid)
		}
	}
}

func noLongerStored(e *metrics.Entry, from float64) string {
	return fmt.Sprintf("the %s at %.2f s is no longer stored; the timeline begins at %.1f s", e.Kind, e.Time, from)
}

func (s *session) visitPattern(e *metrics.Entry) {
	from, _ := s.Studio.KnownRange()
	if e.Time < from {
		s.panel.Say(noLongerStored(e, from))
		return
	}
	s.say(s.Studio.Visit(max(e.Time-1, from)))
}
