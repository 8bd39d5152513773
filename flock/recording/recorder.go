package recording

import (
	"cmp"
	"fmt"
	"sync"
	"time"

	"skein/flock"
	"skein/flock/model"
)

// Recorder records a World during a flight. It stores frames, events, and a checkpoint every ten seconds.
// Another goroutine writes the file and syncs it every second, so that the caller waits only if the queue is
// full. All methods must be called from the same goroutine.
type Recorder struct {
	out  *Writer
	jobs chan *job
	idle chan *job
	done chan struct{}

	frames       int
	next         int64
	jumped       []int32
	events       []flock.Event
	files        []File // files to attach before the next frame
	meta         Meta
	joined       *joining
	started      bool // whether a World has been recorded
	rulesChecked int  // number of flocks whose rules have been compared with Meta

	mu  sync.Mutex
	err error
}

type job struct {
	snap       flock.Snapshot
	events     []flock.Event
	checkpoint []byte // checkpoint before the frame, or nil
	files      []File
	joined     *joining // flocks that joined before the frame, or nil
}

// queueBytes is the approximate limit on the size of all queued frames.
const queueBytes = 128 << 20

// flushEvery is the time between syncs, and the longest time that is lost if the process is killed.
const flushEvery = time.Second

// NewRecorder returns a Recorder that owns a new or continued Writer.
func NewRecorder(out *Writer) *Recorder {
	length := min(max(queueBytes/(stride*(out.meta.boids()+1)), 4), 64)
	r := &Recorder{
		out: out, meta: out.meta, frames: out.frames, next: out.tick + out.meta.ticksPerFrame(),
		jobs: make(chan *job, length), idle: make(chan *job, length), done: make(chan struct{}),
	}
	if r.frames > 0 {
		r.rulesChecked = len(r.meta.Flocks())
	}
	for range length {
		r.idle <- &job{}
	}
	go r.work()
	return r
}

// work writes the queued frames. Another goroutine syncs the disk, because that takes long.
func (r *Recorder) work() {
	defer close(r.done)
	clock := time.NewTicker(flushEvery)
	defer clock.Stop()
	var synced chan error // result of a running sync, or nil
	defer func() {
		if synced != nil {
			r.setErr(r.out.fail(<-synced))
		}
	}()
	for {
		select {
		case j, more := <-r.jobs:
			if !more {
				return
			}
			r.setErr(r.write(j))
			r.idle <- j
		case <-clock.C:
			r.setErr(r.out.writePending(true))
			if synced == nil {
				synced = make(chan error, 1)
				go func() { synced <- r.out.file.Sync() }()
			}
		case err := <-synced:
			r.setErr(r.out.fail(err))
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
	if j.joined != nil {
		if err := r.out.Join(j.joined.meta, j.joined.files...); err != nil {
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

func (r *Recorder) setErr(err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.err == nil {
		r.err = err
	}
}

// Err returns the first error of writing.
func (r *Recorder) Err() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err
}

// Frames returns the number of frames, including queued ones.
func (r *Recorder) Frames() int { return r.frames }

// Tick records a World if a frame is due. It must be called for the first frame, and after each Step. events
// are the events since the last call, from [flock.World.TakeEvents]. There are none for the first frame. Tick
// returns the first error of writing, which may concern an earlier frame.
func (r *Recorder) Tick(w *flock.World, events []flock.Event) error {
	if err := r.checkFlocks(w); err != nil {
		return err
	}
	r.noteEvents(w, events)
	switch tick := w.Tick(); {
	case r.frames > 0 && tick < r.next:
		r.jumped = w.AppendJumped(r.jumped)
		return r.Err()
	case r.frames > 0 && tick > r.next:
		return fmt.Errorf("recording %s: tick %d came after tick %d; the ticks between them are missing", r.out.path, tick, r.next)
	}
	j := <-r.idle
	w.Snapshot(&j.snap)
	for _, i := range r.jumped {
		if int(i) < len(j.snap.Flags) {
			j.snap.Flags[i] |= flock.Jumped
		}
	}
	j.events, j.files, j.joined = append(j.events[:0], r.events...), r.files, r.joined
	r.files, r.joined = nil, nil
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

// noteEvents stores events for the next frame. For scheduled changes, it stores only the transitions; a
// simulation computes the values from them. The first frame gets the transitions that began earlier.
func (r *Recorder) noteEvents(w *flock.World, events []flock.Event) {
	if !r.started {
		r.events, r.started = append(r.events, w.OngoingChanges()...), true
	}
	for i := range events {
		if !events[i].Scheduled {
			r.events = append(r.events, events[i])
		}
	}
}

// Attach adds files before the next frame; see [Writer.Attach].
func (r *Recorder) Attach(files ...File) { r.files = append(r.files, files...) }

func (r *Recorder) checkFlocks(w *flock.World) error {
	all := r.meta.Flocks()
	if len(all) != w.FlockCount() {
		return fmt.Errorf("recording %s: it has %d flocks, but the world has %d; list the others in Meta.Others", r.out.path, len(all), w.FlockCount())
	}
	for k, f := range all {
		if name, model := w.ParamsOf(k).Model().Name(), cmp.Or(f.Model, defaultModel); name != model {
			return fmt.Errorf("recording %s: its flock %d has the model %s, but the world's flock has %s; set that model in Meta", r.out.path, k+1, model, name)
		}
	}
	return r.checkRules(w, all)
}

func (r *Recorder) checkRules(w *flock.World, all []Flock) error {
	for ; r.rulesChecked < len(all); r.rulesChecked++ {
		if model.RulesText(w.ParamsOf(r.rulesChecked).Model()) != all[r.rulesChecked].Rules {
			return fmt.Errorf("recording %s: its flock %d has other formulas than the world's flock; set Rules in Meta", r.out.path, r.rulesChecked+1)
		}
	}
	return nil
}

func (r *Recorder) stop() error {
	close(r.jobs)
	<-r.done
	return r.Err()
}

// Close waits until all frames are written, finishes the recording, and renames the .part file. If an error
// occurs, the .part file remains. frames is the number of frames in the file.
func (r *Recorder) Close() (frames int, err error) {
	if err = r.stop(); err == nil {
		err = r.out.Close()
	}
	if err == nil {
		return r.out.frames, nil
	}
	kept, _ := r.out.Keep() // the earlier error is more useful
	return kept, err
}

// Keep stops recording without finishing. The .part file can be continued; see [Writer.Keep].
func (r *Recorder) Keep() (frames int, err error) {
	err = r.stop()
	frames, keepErr := r.out.Keep()
	if err == nil {
		err = keepErr
	}
	return frames, err
}

// Abort stops and removes the recording.
func (r *Recorder) Abort() error {
	_ = r.stop()
	return r.out.Abort()
}
