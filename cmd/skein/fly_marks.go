//go:build cgo && !nowindow

package main

import (
	"cmp"
	"fmt"
	"math"
	"strings"

	"skein/engine"
	"skein/flock"
	"skein/flock/scenario"
	"skein/ui"
)

// marksOf are those of what happened, in order of time: in a flight, which may be nil, at
// its frames.
func marksOf(events []flock.Event, sc *scenario.Scenario, f *engine.Flight) (all []ui.Mark) {
	var names []string
	for _, of := range sc.Flocks() {
		names = append(names, cmp.Or(of.Species, "boids"))
	}
	name := func(k int) string { return names[min(k, len(names)-1)] }
	last := map[string]int64{} // ticks of the last change of each sort: a ramp has one a tick
	for _, e := range events {
		m := ui.Mark{Seconds: float64(e.Tick) / float64(sc.TickRate)}
		if f != nil {
			m.Seconds = f.Start + math.Ceil((m.Seconds-f.Start)*f.FPS-1e-6)/f.FPS
		}
		switch e.Kind {
		case flock.EscapeBegan:
			m.Kind, m.Text = ui.Escapes, fmt.Sprintf("boid %d breaks away", e.Boid)
		case flock.Strike:
			m.Kind, m.Text = ui.Strikes, fmt.Sprintf("%s strikes boid %d", name(e.Flock), e.Prey)
		case flock.NearMiss:
			m.Kind, m.Text = ui.NearMisses, fmt.Sprintf("%s misses boid %d by %.1f m", name(e.Flock), e.Prey, e.Distance)
		case flock.Split:
			m.Kind, m.Text = ui.Splits, fmt.Sprintf("%s fall apart: %.0f %% and %.0f %%", name(e.Flock), 100*e.Largest, 100*e.Second)
		case flock.ParamsChanged, flock.SurroundingsChanged:
			if f != nil && f.Tracks {
				continue // what birds look like, which import wrote down
			}
			m.Kind, m.Text = ui.Edits, "edit: "
			if e.Scheduled {
				m.Kind, m.Text = ui.Events, "event: "
			}
			if m.Text += name(e.Flock); e.Kind == flock.SurroundingsChanged {
				m.Text = m.Text[:strings.Index(m.Text, ":")] + ": things around"
			}
			before, there := last[m.Text]
			last[m.Text] = e.Tick
			if there && e.Tick-before <= 1 {
				continue
			}
		case flock.BoidPut:
			m.Kind, m.Text = ui.Edits, fmt.Sprintf("edit: boid %d put elsewhere", e.Boid)
			before, there := last[m.Text]
			last[m.Text] = e.Tick
			if there && e.Tick-before <= int64(sc.TickRate)/2 {
				continue // one drag
			}
		default:
			continue
		}
		all = append(all, m)
	}
	return all
}
