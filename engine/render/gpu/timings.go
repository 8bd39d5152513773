//go:build cgo

package gpu

import (
	"iter"
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/quality"
)

// Timings measures the GPU time of passes. Each pass has two queries for alternate frames. A result is read
// two frames later, and ignored if it is not available, so that the program never waits for the driver.
type Timings struct {
	Enabled bool
	stages  []string
	index   int
	running bool
	current *timing
	begun   Work
	passes  []*timing
	byKey   map[timingKey]*timing
}

type timingKey struct{ stage, pass string }

type timing struct {
	key           timingKey
	name          string
	queries       [2]uint32
	pending       [2]bool
	used          bool
	work          Work
	mean          quality.Meter
	missingFrames int
}

const maxMissing = 60

// WindowStage is the name of the group of passes that draw into the window.
const WindowStage = "window"

// Sum returns the GPU time of a frame's passes in seconds. It leaves out the passes of WindowStage.
func (t *Timings) Sum() (seconds float64) {
	for _, each := range t.passes {
		if each.key.stage != WindowStage {
			seconds += each.mean.MS() / 1000
		}
	}
	return seconds
}

// Next starts a frame: it reads the results of the frame before the last and removes passes that are no
// longer drawn.
func (t *Timings) Next() {
	if !t.Enabled {
		return
	}
	t.index = 1 - t.index
	present := t.passes[:0]
	for _, each := range t.passes {
		each.used, each.work = false, Work{}
		if each.read(t.index); each.missingFrames > maxMissing && !each.pending[0] && !each.pending[1] {
			gl.DeleteQueries(2, &each.queries[0])
			delete(t.byKey, each.key)
			continue
		}
		present = append(present, each)
	}
	t.passes = present
}

// longestPass is the longest plausible time of a pass, in ns.
const longestPass = 10_000_000_000

func (t *timing) read(turn int) {
	t.missingFrames++
	if !t.pending[turn] {
		return
	}
	nanoseconds, ok := answer(t.queries[turn])
	if !ok {
		return
	}
	t.pending[turn], t.missingFrames = false, 0
	if nanoseconds > longestPass {
		return // an empty pass, for which Mesa's llvmpipe returns its clock
	}
	const frame = 1.0 / 60
	t.mean.Note(float64(nanoseconds)/1e9, frame)
}

// Begin starts the measurement of a pass if measurement is enabled.
func (t *Timings) Begin(o Objects, pass string) {
	if !t.Enabled || t.running || t.current != nil {
		return
	}
	key := timingKey{strings.Join(t.stages, ": "), pass}
	each := t.byKey[key]
	if each == nil {
		each = newTiming(key)
		if t.byKey == nil {
			t.byKey = map[timingKey]*timing{}
		}
		t.byKey[key] = each
		t.passes = append(t.passes, each)
	}
	if each.used {
		return
	}
	each.used = true
	t.current, t.begun = each, sentWork()
	if each.pending[t.index] {
		return
	}
	fresh := each.queries[t.index] == 0
	if fresh {
		gl.GenQueries(1, &each.queries[t.index])
	}
	gl.BeginQuery(gl.TIME_ELAPSED, each.queries[t.index])
	if fresh {
		o.label(gl.QUERY, each.queries[t.index], each.name)
	}
	each.pending[t.index] = true
	t.running = true
}

func newTiming(key timingKey) *timing {
	name := key.pass
	if key.stage != "" {
		name = key.stage + ": " + key.pass
	}
	return &timing{key: key, name: name}
}

// End ends the measurement of the pass.
func (t *Timings) End() {
	if t.current != nil {
		t.current.work, t.current = sentWork().since(t.begun), nil
	}
	if t.running {
		gl.EndQuery(gl.TIME_ELAPSED)
		t.running = false
	}
}

// Delete frees the queries and discards all times.
func (t *Timings) Delete() {
	for _, each := range t.passes {
		gl.DeleteQueries(2, &each.queries[0])
	}
	*t = Timings{stages: t.stages}
}

// Open opens a named group of passes.
func (t *Timings) Open(stage string) { t.stages = append(t.stages, stage) }

// Close closes the group that was opened most recently.
func (t *Timings) Close() { t.stages = t.stages[:len(t.stages)-1] }

// Pass is a pass with its commands in the last frame. MS is its mean GPU time in ms, or 0 if not known yet.
type Pass struct {
	Name string
	MS   float64
	Work
}

// All returns all passes in drawing order.
func (t *Timings) All() iter.Seq[Pass] {
	return func(yield func(Pass) bool) {
		for _, each := range t.passes {
			if !yield(Pass{each.name, each.mean.MS(), each.work}) {
				return
			}
		}
	}
}
