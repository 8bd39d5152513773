//go:build cgo

package render

import (
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/quality"
)

// begin opens a group of passes with a name, which debuggers show. end closes it.
func (r *Renderer) begin(name string) {
	r.timings.stages = append(r.timings.stages, name)
	r.objects.open(name)
}

func (r *Renderer) end() {
	r.timings.stages = r.timings.stages[:len(r.timings.stages)-1]
	r.objects.close()
}

// pass runs one pass with a name, which debuggers show, and measures its time if asked to.
func (r *Renderer) pass(name string, do func()) {
	r.objects.open(name)
	r.timings.begin(r.objects, name)
	do()
	r.timings.end()
	r.objects.close()
}

func (o objects) open(name string) {
	if o.labels {
		gl.PushDebugGroup(gl.DEBUG_SOURCE_APPLICATION, 0, int32(len(name)), gl.Str(name+"\x00"))
	}
}

func (o objects) close() {
	if o.labels {
		gl.PopDebugGroup()
	}
}

// Timing is the GPU time of one pass.
type Timing struct {
	Pass string  // group and name, as in "view: birds"
	MS   float64 // GPU time, smoothed, ms
}

// timings measures the GPU time of passes. Each pass has two queries for alternating frames. A
// query is read two frames later; if the driver has not answered by then, that frame is not
// counted. So nothing waits for the driver.
type timings struct {
	enabled bool
	stages  []string // names of the open groups, from the outermost
	index   int      // index of the query for this frame, 0 or 1
	open    bool
	passes  []*timing
	byKey   map[timingKey]*timing
}

type timingKey struct{ stage, pass string }

type timing struct {
	key     timingKey
	name    string
	queries [2]uint32
	pending [2]bool // waiting for the answer
	used    bool    // drawn in this frame
	mean    quality.Meter
	missing int // frames since the last answer
}

// maxMissing is the number of frames after which a pass that is no longer drawn is removed.
const maxMissing = 60

// Time switches the measurement of passes on or off for the following frames.
func (r *Renderer) Time(on bool) {
	if on == r.timings.enabled {
		return
	}
	r.timings.delete()
	r.timings.enabled = on
}

// Timings returns the GPU times of the passes in the last frames, in drawing order.
func (r *Renderer) Timings() (all []Timing) {
	for _, each := range r.timings.passes {
		if ms := each.mean.MS(); ms > 0 {
			all = append(all, Timing{each.name, ms})
		}
	}
	return all
}

// sum returns the GPU time of all passes of a frame, s.
func (t *timings) sum() (seconds float64) {
	for _, each := range t.passes {
		seconds += each.mean.MS() / 1000
	}
	return seconds
}

// next starts a frame: it reads the answers for the frame before the last, and removes passes
// that are no longer drawn.
func (t *timings) next() {
	if !t.enabled {
		return
	}
	t.index = 1 - t.index
	present := t.passes[:0]
	for _, each := range t.passes {
		each.used = false
		if each.read(t.index); each.missing > maxMissing && !each.pending[0] && !each.pending[1] {
			gl.DeleteQueries(2, &each.queries[0])
			delete(t.byKey, each.key)
			continue
		}
		present = append(present, each)
	}
	t.passes = present
}

// read reads the answer to a query, if there is one.
func (t *timing) read(turn int) {
	t.missing++
	if !t.pending[turn] {
		return
	}
	nanoseconds, ok := answer(t.queries[turn])
	if !ok {
		return
	}
	t.pending[turn], t.missing = false, 0
	const frame = 1.0 / 60 // about
	t.mean.Note(float64(nanoseconds)/1e9, frame)
}

func (t *timings) begin(o objects, pass string) {
	if !t.enabled || t.open {
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
	if each.used || each.pending[t.index] {
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
	each.used, each.pending[t.index] = true, true
	t.open = true
}

func newTiming(key timingKey) *timing {
	name := key.pass
	if key.stage != "" {
		name = key.stage + ": " + key.pass
	}
	return &timing{key: key, name: name}
}

func (t *timings) end() {
	if t.open {
		gl.EndQuery(gl.TIME_ELAPSED)
		t.open = false
	}
}

func (t *timings) delete() {
	for _, each := range t.passes {
		gl.DeleteQueries(2, &each.queries[0])
	}
	*t = timings{stages: t.stages}
}
