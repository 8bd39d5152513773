package recording

import (
	"bytes"
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"skein/flock"
)

// VerifyOptions are the options of [Reader.Verify]. The zero value is valid.
type VerifyOptions struct {
	Workers int                   // number of concurrent simulations; 0 means 1
	Index   flock.Index           // does not change the result
	Start   []byte                // checkpoint of the scene at tick 0; if nil, that of the recording is used
	Report  func(done, total int) // called after each frame, possibly concurrently; may be nil
}

// Verify simulates a recording again, from each checkpoint to the next, and compares each frame and
// checkpoint. If they differ, the error is a *Difference. Any other error means that the recording cannot be
// read.
func (r *Reader) Verify(ctx context.Context, o VerifyOptions) error {
	if err := r.checkSimulated(); err != nil {
		return err
	}
	checkpointFrames := r.checkpoints()
	if len(checkpointFrames) == 0 || checkpointFrames[0] != 0 {
		return fmt.Errorf("%s: cannot be verified, because its first frame has no checkpoint", r.path)
	}
	if err := r.checkStart(o.Start); err != nil {
		return err
	}
	var next, done atomic.Int64
	errs := make([]error, len(checkpointFrames))
	var group sync.WaitGroup
	for range max(1, o.Workers) {
		group.Go(func() {
			for {
				k := int(next.Add(1)) - 1
				if k >= len(checkpointFrames) {
					return
				}
				errs[k] = r.verifyFrom(ctx, checkpointFrames, k, &done, &o)
				if errs[k] != nil {
					next.Store(int64(len(checkpointFrames))) // start no more simulations; running ones continue
				}
			}
		})
	}
	group.Wait()
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// Checkpoints returns the number of checkpoints.
func (r *Reader) Checkpoints() int { return len(r.checkpoints()) }

func (r *Reader) checkStart(start []byte) error {
	if start == nil {
		return nil
	}
	_, data, err := r.Checkpoint(0)
	if err != nil {
		return err
	}
	same, err := r.sameState(0, data, start)
	if err == nil && !same {
		err = r.difference(Difference{Boid: -1, What: "the scene starts in a different state"})
	}
	return err
}

// sameState reports whether two checkpoints of a frame hold the same state. Their bytes may differ, because
// older versions wrote fewer parameters in a different order, and hashed only the boids.
func (r *Reader) sameState(frame int, recorded, other []byte) (bool, error) {
	if bytes.Equal(recorded, other) {
		return true, nil
	}
	recordedWorld, err := r.resume(frame, recorded, 1, flock.Auto)
	if err != nil {
		return false, err
	}
	otherWorld, err := r.resume(frame, other, 1, flock.Auto)
	if err != nil {
		return false, err
	}
	otherWorld.HashLike(recordedWorld)
	return bytes.Equal(recordedWorld.Checkpoint(), otherWorld.Checkpoint()), nil
}

func (r *Reader) verifyFrom(ctx context.Context, checkpointFrames []int, k int, done *atomic.Int64, o *VerifyOptions) error {
	last := r.frames - 1
	if k+1 < len(checkpointFrames) {
		last = checkpointFrames[k+1]
	}
	_, data, err := r.Checkpoint(checkpointFrames[k])
	if err != nil {
		return err
	}
	p, err := r.newReplay(checkpointFrames[k], data, 1, o.Index)
	for err == nil && p.frame < last && ctx.Err() == nil {
		if err = p.advance(); err == nil {
			err = p.compare(false)
		}
		if n := int(done.Add(1)); o.Report != nil {
			o.Report(n+1, r.frames)
		}
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil || k+1 == len(checkpointFrames) {
		return err
	}
	if _, data, err = r.Checkpoint(last); err != nil {
		return err
	}
	same, err := r.sameState(last, data, p.world.Checkpoint())
	if err == nil && !same {
		err = r.difference(Difference{Frame: last, Tick: p.simulated.Tick, Boid: -1, What: "the checkpoint"})
	}
	return err
}
