package recording

import (
	"fmt"

	"skein/flock"
)

// Follower simulates a recording again, and returns its World at any tick. It is not safe for concurrent use.
type Follower struct {
	r    *Reader
	play *replay
}

// Follow returns a Follower of the recording.
func (r *Reader) Follow() *Follower { return &Follower{r: r} }

// At returns the World at a tick, after the edits of that tick, so that its next step is the recorded one. At
// simulates from the last checkpoint, or from the frame of the previous call. During the simulation, it
// compares the state hash of each frame. The World is valid until the next call. A tick outside the recording
// is an error.
func (f *Follower) At(tick int64) (*flock.World, error) {
	first, err := f.r.Tick(0)
	if err != nil {
		return nil, err
	}
	last, err := f.r.Tick(f.r.frames - 1)
	if err != nil {
		return nil, err
	}
	if tick < first || tick > last {
		return nil, fmt.Errorf("%s: no tick %d; the recording has ticks %d to %d", f.r.path, tick, first, last)
	}
	frame := int((tick - first) / f.r.contents.meta.ticksPerFrame())
	if err := f.seek(frame); err != nil {
		f.play = nil
		return nil, err
	}
	p := f.play
	if err := p.applyEdits(); err != nil {
		f.play = nil
		return nil, err
	}
	for p.world.Tick() < tick {
		f.play = nil // a replay can continue only from a frame
		p.world.Step()
		if err := p.applyEdits(); err != nil {
			return nil, err
		}
	}
	return p.world, nil
}

func (f *Follower) seek(frame int) error {
	from, data, err := f.r.Checkpoint(frame)
	if err != nil {
		return err
	}
	if f.play == nil || f.play.frame > frame || f.play.frame < from {
		if f.play, err = f.r.newReplay(from, data, 1, flock.Auto); err != nil {
			return err
		}
	}
	for f.play.frame < frame {
		if err := f.play.advance(); err != nil {
			return err
		}
		if err := f.play.compare(false); err != nil {
			return err
		}
		f.play.world.TakeEvents(nil)
	}
	return nil
}
