package main

import (
	"sync"

	"skein/engine"
	"skein/flock"
	"skein/flock/recording"
)

// flightOf is a recording to be played.
func flightOf(rec *recording.Reader, def flock.Def) (*engine.Flight, error) {
	events, err := rec.Events()
	if err != nil {
		return nil, err
	}
	first, err := rec.Tick(0)
	if err != nil {
		return nil, err
	}
	f := &engine.Flight{
		Reel: rec, FPS: float64(rec.Meta().FPS), Start: float64(first) / float64(def.TickRate), Events: events,
		Params: rec.ParamsOf, Around: rec.Surroundings,
		Tracks: rec.Meta().Imported != "",
	}
	if !f.Tracks {
		f.World = func(frame int) (*flock.World, error) { return rec.World(frame, def.Workers, def.Index) }
		asked := &follower{of: rec.Follow()}
		f.Explain, f.Shares = asked.explain, asked.shares
	}
	return f, nil
}

// follower answers questions about a recording, one at a time.
type follower struct {
	mu sync.Mutex
	of *recording.Follower
}

func (f *follower) explain(tick int64, boid int) (*flock.Explanation, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w, err := f.of.At(tick)
	if err != nil {
		return nil, err
	}
	return w.Explain(boid)
}

func (f *follower) shares(tick int64) (*flock.Shares, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w, err := f.of.At(tick)
	if err != nil {
		return nil, err
	}
	return w.Shares(), nil
}
