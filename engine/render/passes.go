//go:build cgo

package render

import (
	"strings"

	"github.com/go-gl/gl/v4.1-core/gl"

	"skein/engine/quality"
)

// begin opens a group of passes that a debugger shows by its name; end closes it.
func (r *Renderer) begin(name string) {
	r.timings.stages = append(r.timings.stages, name)
	r.objects.open(name)
}

func (r *Renderer) end() {
	r.timings.stages = r.timings.stages[:len(r.timings.stages)-1]
	r.objects.close()
}

// pass does one pass, which a debugger shows by its name, and whose time is measured where
// that is asked for.
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

// Timing is what a pass takes.
type Timing struct {
	Pass string  // "view: birds"
	MS   float64 // of the GPU's time, smoothed
}

// timings measure passes while that is asked for. A pass has two queries, for every other
// frame: one is read when its turn comes again, and if it is not answered by then its frame
// counts for nothing. So nobody waits.
type timings struct {
	on     bool
	stages []string // groups that are open, each in the one before
	turn   int      // 0 or 1
	open   bool
	all    []*timing
	byKey  map[timingKey]*timing
}

type timingKey struct{ stage, pass string }

type timing struct {
	key     timingKey
	name    string
	queries [2]uint32
	asked   [2]bool // and not read
	used    bool    // in this frame
	mean    quality.Meter
	missing int // frames since it was last answered
}

// forgottenAfter is in how many frames a pass that is drawn no more is forgotten.
const forgottenAfter = 60

// Time makes the passes of the frames that follow measured, or not.
func (r *Renderer) Time(on bool) {
	if on == r.timings.on {
		return
	}
	r.timings.delete()
	r.timings.on = on
}

// Timings returns what the passes of the last frames took, in the order in which they are drawn.
func (r *Renderer) Timings() (all []Timing) {
	for _, each := range r.timings.all {
		if ms := each.mean.MS(); ms > 0 {
			all = append(all, Timing{each.name, ms})
		}
	}
	return all
}

// sum returns how long all passes of a frame take, in seconds.
func (t *timings) sum() (seconds float64) {
	for _, each := range t.all {
		seconds += each.mean.MS() / 1000
	}
	return seconds
}

// next reads what the frame before the last has answered.
func (t *timings) next() {
	if !t.on {
		return
	}
	t.turn = 1 - t.turn
	kept := t.all[:0]
	for _, each := range t.all {
		each.used = false
		if each.read(t.turn); each.missing > forgottenAfter && !each.asked[0] && !each.asked[1] {
			gl.DeleteQueries(2, &each.queries[0])
			delete(t.byKey, each.key)
			continue
		}
		kept = append(kept, each)
	}
	t.all = kept
}

// read takes the answer of a turn, if there is one.
func (t *timing) read(turn int) {
	t.missing++
	if !t.asked[turn] {
		return
	}
	nanoseconds, ok := answer(t.queries[turn])
	if !ok {
		return
	}
	t.asked[turn], t.missing = false, 0
	const frame = 1.0 / 60 // about
	t.mean.Note(float64(nanoseconds)/1e9, frame)
}

func (t *timings) begin(o objects, pass string) {
	if !t.on || t.open {
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
		t.all = append(t.all, each)
	}
	if each.used || each.asked[t.turn] {
		return
	}
	fresh := each.queries[t.turn] == 0
	if fresh {
		gl.GenQueries(1, &each.queries[t.turn])
	}
	gl.BeginQuery(gl.TIME_ELAPSED, each.queries[t.turn])
	if fresh {
		o.label(gl.QUERY, each.queries[t.turn], each.name)
	}
	each.used, each.asked[t.turn] = true, true
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
	for _, each := range t.all {
		gl.DeleteQueries(2, &each.queries[0])
	}
	*t = timings{stages: t.stages}
}
