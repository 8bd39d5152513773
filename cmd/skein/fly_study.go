//go:build cgo && !nowindow

package main

import (
	"fmt"
	"os"
	"slices"
	"sort"
	"time"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/metrics"
	"skein/flock/whole"
	"skein/ui"
)

// lines are those of the ledger, made of the events so far.
type lines struct {
	all  metrics.Entries
	tail tail
}

// follow takes in what happened since, or begins anew where that is another story.
func (l *lines) follow(events []flock.Event, tickRate int) {
	fresh, anew := l.tail.news(events)
	if anew {
		l.all = metrics.Entries{}
	}
	for i := range fresh {
		l.all.Add(&fresh[i], tickRate)
	}
}

// study returns what the windows about why a flock does what it does show.
func (s *session) study() ui.Study {
	snap := s.studio.Snapshot()
	s.lines.follow(s.studio.Events(), snap.TickRate)
	all := s.lines.all.All
	now := sort.Search(len(all), func(i int) bool { return all[i].Tick > snap.Tick })
	st := ui.Study{
		Standing: s.studio.Standing(), Entries: all[:now], Upcoming: all[now:], Legend: s.studio.Shown().Legend,
		Vision: s.studio.Controls.Params.Float("vision"),
	}
	st.Why, st.WhyErr = s.studio.Explained()
	st.Tracked = s.studio.Tracked()
	st.Rules = s.rules()
	return st
}

// rules returns the names of the rules at work that steer, as far as anybody was asked.
func (s *session) rules() (names []string) {
	if all := s.studio.Shares(); all != nil {
		return all.Rules
	}
	for _, r := range s.studio.Controls.Params.Model().Rules() {
		if r.On && !slices.Contains(names, r.Name) {
			names = append(names, r.Name)
		}
	}
	return names
}

// studied carries out what was done in those windows.
func (s *session) studied(o *ui.Outcome) {
	if o.Visit != nil {
		s.visit(o.Visit)
	}
	if o.CSV == nil {
		return
	}
	file := time.Now().Format("skein-ledger-20060102-150405.csv")
	if err := whole.Write(file, false, func(f *os.File) error { return metrics.WriteEntries(f, o.CSV) }); err != nil {
		s.say(err)
		return
	}
	s.panel.Say(fmt.Sprintf("saved %s, %d lines", file, len(o.CSV)))
}

// visit goes to an entry of the ledger: its boid is selected and followed, its trace is
// drawn, and time goes to the second before, if that is known.
func (s *session) visit(e *metrics.Entry) {
	c := s.studio.Controls
	c.Selected, c.Camera.Mode = e.Boid, look.Follow
	c.Show.Vision, c.Show.Traces = true, look.TraceSelected
	from, _ := s.studio.Known()
	if s.living() && e.Time-1 < from && !s.studio.Present(e.Boid) {
		s.panel.Say(fmt.Sprintf("boid %d is no longer there", e.Boid))
		return
	}
	s.say(s.studio.Set(c, studio.Dragging))
	if !s.living() || e.Time-1 >= from {
		s.say(s.studio.Visit(e.Time - 1))
		if e.Kind == metrics.Escapes {
			s.studio.Escort(e.Tick, e.Boid)
		}
	}
}
