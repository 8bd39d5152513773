package live

import (
	"slices"
	"sync"

	"skein/flock"
)

// frameQueue holds the frames of a live flock that wait to be measured. One goroutine adds frames, and
// another one removes them. mu guards all fields.
type frameQueue struct {
	mu         sync.Mutex
	queue      []queuedFrame // oldest first
	boids      int
	free       []*flock.Snapshot // snapshots that can be reused
	overflowed bool              // whether the queue was full; it then accepts no frame until it is empty
}

// accepts reports whether a frame may be added. The caller must hold mu.
func (q *frameQueue) accepts(full bool) bool {
	q.overflowed = full || q.overflowed && len(q.queue) > 0
	return !q.overflowed
}

// copyOf copies the measured parts of a snapshot. If possible, it reuses the memory of an earlier copy. The
// caller must hold mu.
func (q *frameQueue) copyOf(s *flock.Snapshot) *flock.Snapshot {
	own := &flock.Snapshot{}
	if k := len(q.free); k > 0 {
		own, q.free = q.free[k-1], q.free[:k-1]
	}
	own.Tick, own.TickRate = s.Tick, s.TickRate
	own.Pos, own.Vel = append(own.Pos[:0], s.Pos...), append(own.Vel[:0], s.Vel...)
	own.Flags, own.IDs = append(own.Flags[:0], s.Flags...), append(own.IDs[:0], s.IDs...)
	return own
}

// push adds a frame. The caller must hold mu.
func (q *frameQueue) push(t queuedFrame) {
	q.queue, q.boids = append(q.queue, t), q.boids+t.s.Len()
}

func (q *frameQueue) dequeue() (t queuedFrame, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.queue) == 0 {
		return queuedFrame{}, false
	}
	t = q.queue[0]
	q.queue, q.boids = slices.Delete(q.queue, 0, 1), q.boids-t.s.Len()
	return t, true
}

// recycle lets copyOf reuse the memory of a copy. s may be nil.
func (q *frameQueue) recycle(s *flock.Snapshot) {
	if s == nil {
		return
	}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.free = append(q.free, s)
}
