package recording

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"skein/flock"
)

// Recorder writes what a World does while it goes on: frames, events, and a
// checkpoint every ten seconds. It writes in a goroutine of its own, which syncs
// every second, and keeps its caller waiting only while its queue is full. Call its
// methods from one goroutine.
type Recorder struct {
	out  *Writer
	jobs chan *job
	free chan *job
	done chan struct{}

	frames int   // handed over
	next   int64 // tick of the next frame
	jumped []int32
	events []flock.Event
	files  []File // to go with the next frame
	began  bool   // it was given a World

	mu  sync.Mutex
	err error // of the goroutine
}

// job is a frame to write.
type job struct {
	snap       flock.Snapshot
	events     []flock.Event
	checkpoint []byte // nil: none is due
	files      []File
}

// queueBytes is about how much may wait to be written.
const queueBytes = 128 << 20

// flushEvery is how much is lost at most when the process is killed.
const flushEvery = time.Second

// NewRecorder records by means of a Writer, which is the Recorder's from here on:
// new, or one that continues a recording.
func NewRecorder(out *Writer) *Recorder {
	length := min(max(queueBytes/(stride*(out.meta.boids()+1)), 4), 64)
	r := &Recorder{
		out: out, frames: out.frames, next: out.tick + out.meta.ticksPerFrame(),
		jobs: make(chan *job, length), free: make(chan *job, length), done: make(chan struct{}),
	}
	for range length {
		r.free <- &job{}
	}
	go r.work()
	return r
}

// work writes the frames that are handed over. Disks take their time to sync:
// meanwhile it goes on.
func (r *Recorder) work() {
	defer close(r.done)
	clock := time.NewTicker(flushEvery)
	defer clock.Stop()
	var synced chan error // nil: none is under way
	defer func() {
		if synced != nil {
			r.note(r.out.fail(<-synced))
		}
	}()
	for {
		select {
		case j, more := <-r.jobs:
			if !more {
				return
			}
			r.note(r.write(j))
			r.free <- j
		case <-clock.C:
			r.note(r.out.settle(true))
			if synced == nil {
				synced = make(chan error, 1)
				go func() { synced <- r.out.file.Sync() }()
			}
		case err := <-synced:
			r.note(r.out.fail(err))
			synced = nil
		}
	}
}

func (r *Recorder) write(j *job) error {
	if len(j.files) > 0 {
		if err := r.out.Attach(j.files...); err != nil {
			return err
		}
	}
	if j.checkpoint != nil {
		if err := r.out.Checkpoint(j.snap.Tick, j.checkpoint); err != nil {
			return err
		}
	}
	if err := r.out.Events(j.events); err != nil {
		return err
	}
	return r.out.Frame(&j.snap)
}

func (r *Recorder) note(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
}

// Err returns the first error in writing.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Frames returns how many frames there will be once all are written.
func (r *Recorder) Frames() int { return r.frames }

// Tick records a World if a frame of it is due. Call it for the first frame, and
// after each Step; events are what happened since the last call, from
// [flock.World.TakeEvents], those of before the first frame left out. The error is
// that of anything written so far.
func (r *Recorder) Tick(w *flock.World, events []flock.Event) error {
	if err := r.fits(w); err != nil {
		return err
	}
	r.noteEvents(w, events)
	switch tick := w.Tick(); {
	case r.frames > 0 && tick < r.next:
		r.jumped = w.AppendJumped(r.jumped)
		return r.Err()
	case r.frames > 0 && tick > r.next:
		return fmt.Errorf("recording %s: tick %d came after tick %d, which was left out", r.out.path, tick, r.next)
	}
	j := <-r.free
	w.Snapshot(&j.snap)
	for _, i := range r.jumped {
		if int(i) < len(j.snap.Flags) {
			j.snap.Flags[i] |= flock.Jumped
		}
	}
	j.events, j.files = append(j.events[:0], r.events...), r.files
	r.files = nil
	j.checkpoint = nil
	if r.frames%(checkpointSeconds*r.out.meta.FPS) == 0 {
		j.checkpoint = w.Checkpoint()
	}
	r.jobs <- j
	r.frames++
	r.next = w.Tick() + r.out.meta.ticksPerFrame()
	r.jumped, r.events = r.jumped[:0], r.events[:0]
	return r.Err()
}

// noteEvents keeps events for the next frame. What the schedule does it does again when the
// recording is simulated, so only the transitions are kept, and at first those under way.
func (r *Recorder) noteEvents(w *flock.World, events []flock.Event) {
	if !r.began {
		r.events, r.began = append(r.events, w.UnderWay()...), true
	}
	for i := range events {
		if !events[i].Scheduled {
			r.events = append(r.events, events[i])
		}
	}
}

// Attach puts files into the recording before the next frame, see [Writer.Attach].
func (r *Recorder) Attach(files ...File) { r.files = append(r.files, files...) }

// fits returns an error unless the recording is of such flocks.
func (r *Recorder) fits(w *flock.World) error {
	all := r.out.meta.Flocks()
	if len(all) != w.FlockCount() {
		return fmt.Errorf("recording %s: it is of %d flocks, the world of %d: want those in Meta.Others", r.out.path, len(all), w.FlockCount())
	}
	for k, f := range all {
		if flown, of := w.ParamsOf(k).Model().Name(), cmp.Or(f.Model, defaultModel); flown != of {
			return fmt.Errorf("recording %s: its flock %d is of the model %s, the flock of the model %s: want that in Meta", r.out.path, k+1, of, flown)
		}
	}
	return nil
}

// stop waits until all is written.
func (r *Recorder) stop() error {
	close(r.jobs)
	<-r.done
	return r.Err()
}

// Close finishes the recording and gives it its name. It waits until all is
// written. If it fails, what was written stays as the part; frames says how many
// it holds then.
func (r *Recorder) Close() (frames int, err error) {
	if err = r.stop(); err == nil {
		err = r.out.Close()
	}
	if err == nil {
		return r.out.frames, nil
	}
	kept, _ := r.out.Keep() // the error that led here says more
	return kept, err
}

// Keep ends the recording unfinished, as a part that can be continued, see
// Writer.Keep.
func (r *Recorder) Keep() (frames int, err error) {
	err = r.stop()
	frames, kept := r.out.Keep()
	if err == nil {
		err = kept
	}
	return frames, err
}

// Abort removes what was written.
func (r *Recorder) Abort() error {
	_ = r.stop()
	return r.out.Abort()
}
