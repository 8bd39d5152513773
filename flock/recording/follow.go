package recording

import (
	"fmt"

	"skein/flock"
)

// Follower is a recording simulated again, to be asked at any tick what its boids did and
// why. It is not safe for use by several goroutines at once.
type Follower struct {
	r    *Reader
	play *play // at a frame; nil: nowhere yet
}

// Follow begins to follow the recording.
func (r *Reader) Follow() *Follower { return &Follower{r: r} }

// At returns the World as it was at a tick, with the edits made there: what comes next is the
// step that was recorded. It is made of the last checkpoint before, or of where the call
// before left it, is held to the frame's state hash, and stays valid until the next call.
// It errs on ticks before the first frame or after the last.
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
		return nil, fmt.Errorf("%s: tick %d: the recording has %d to %d", f.r.path, tick, first, last)
	}
	frame := int((tick - first) / f.r.found.meta.ticksPerFrame())
	if err := f.seek(frame); err != nil {
		f.play = nil
		return nil, err
	}
	p := f.play
	if err := p.editNow(); err != nil {
		f.play = nil
		return nil, err
	}
	for p.world.Tick() < tick {
		f.play = nil // it goes on from frames only
		p.world.Step()
		if err := p.editNow(); err != nil {
			return nil, err
		}
	}
	return p.world, nil
}

// seek goes to a frame.
func (f *Follower) seek(frame int) error {
	from, data, err := f.r.Checkpoint(frame)
	if err != nil {
		return err
	}
	if f.play == nil || f.play.at > frame || f.play.at < from {
		if f.play, err = f.r.play(from, data, 1, flock.Auto); err != nil {
			return err
		}
	}
	for f.play.at < frame {
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
