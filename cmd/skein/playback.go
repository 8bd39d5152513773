package main

import (
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
	f := &engine.Flight{Reel: rec, FPS: float64(rec.Meta().FPS), Events: events}
	f.Params = func(frame int) flock.Params {
		p, err := rec.Params(frame)
		if err != nil {
			return sc.Params // a recording without checkpoints
		}
		return p
	}
	f.World = func(frame int) (*flock.World, error) { return rec.World(frame, def.Workers, def.Index) }
	return f, nil
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
