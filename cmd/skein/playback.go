package main

import (
	"sort"

	"skein/engine"
	"skein/flock"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// flightOf is a recording to be played: params are its scene's.
func flightOf(rec *recording.Reader, sc *scenario.Scenario, def flock.Def) (*engine.Flight, error) {
	events, err := rec.Events()
	if err != nil {
		return nil, err
	}
	every := int64(def.TickRate / rec.Meta().FPS)
	edits := editsOf(events)
	f := &engine.Flight{Reel: rec, FPS: float64(rec.Meta().FPS), Events: events}
	f.Params = func(frame int) flock.Params {
		tick := int64(frame) * every
		n := sort.Search(len(edits), func(i int) bool { return edits[i].Tick > tick })
		if n == 0 {
			return sc.Params
		}
		return *edits[n-1].Params
	}
	f.World = func(frame int) (*flock.World, error) {
		return worldAt(def, edits, int64(frame)*every)
	}
	return f, nil
}

// editsOf are the events that changed parameters.
func editsOf(events []flock.Event) (out []flock.Event) {
	for _, e := range events {
		if e.Kind == flock.ParamsChanged && e.Params != nil {
			out = append(out, e)
		}
	}
	return out
}

// worldAt is a world as it was at a tick.
func worldAt(def flock.Def, edits []flock.Event, tick int64) (*flock.World, error) {
	w, err := flock.NewWorld(def)
	if err != nil {
		return nil, err
	}
	for t := int64(0); t < tick; t++ {
		for len(edits) > 0 && edits[0].Tick <= t+1 {
			if err := w.SetParams(*edits[0].Params); err != nil {
				return nil, err
			}
			edits = edits[1:]
		}
		w.Step()
	}
	w.TakeEvents(nil)
	return w, nil
}

// escapeFrames are the frames in which escapes began.
func escapeFrames(f *engine.Flight, tickRate int) (out []float64) {
	for _, e := range f.Events {
		if e.Kind == flock.EscapeBegan {
			out = append(out, float64(e.Tick)/float64(tickRate)*f.FPS)
		}
	}
	return out
}
