package stage

import (
	"sync"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/recording"
)

// FlightOf returns a flight that plays a recording.
func FlightOf(rec *recording.Reader, def flock.Def) (*studio.Flight, error) {
	events, err := rec.Events()
	if err != nil {
		return nil, err
	}
	first, err := rec.Tick(0)
	if err != nil {
		return nil, err
	}
	meta := rec.Meta()
	f := &studio.Flight{
		Reel: rec, FPS: meta.Rate(), Pace: float64(meta.Pace()), Start: float64(first) / float64(meta.TickRate), Events: events,
		Params: rec.ParamsOf, Around: rec.Surroundings,
		Tracks: meta.Imported != "",
	}
	if !f.Tracks {
		f.World = func(frame int) (*flock.World, error) { return rec.World(frame, def.Workers, def.Index) }
		questions := &inspector{follower: rec.Follow()}
		f.Explain, f.Shares, f.Followers = questions.explain, questions.shares, questions.followers
		questions.step, questions.last = int64(def.TickRate/rec.Meta().FPS), first+int64(rec.Frames()-1)*int64(def.TickRate/rec.Meta().FPS)
		questions.first = first
	}
	return f, nil
}

type inspector struct {
	mu       sync.Mutex
	follower *recording.Follower

	first, last, step int64 // tick of the first frame, tick of the last frame, ticks per frame
}

func (f *inspector) explain(tick int64, boid int) (*explanation.Step, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w, err := f.follower.At(tick)
	if err != nil {
		return nil, err
	}
	return w.Explain(boid)
}

func (f *inspector) shares(tick int64) (*explanation.Shares, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	w, err := f.follower.At(tick)
	if err != nil {
		return nil, err
	}
	return w.Shares(), nil
}

func (f *inspector) followers(tick int64, boid int) (ids []int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	from := f.first + (tick-f.first+f.step-1)/f.step*f.step // first frame of the escape
	for at := from; at <= f.last; at += f.step {
		w, err := f.follower.At(at)
		if err != nil {
			return nil, err
		}
		current, open := w.Followers(boid)
		if !open {
			break
		}
		ids = current
	}
	return ids, nil
}
