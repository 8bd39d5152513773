//go:build cgo

package gpu

import (
	"github.com/go-gl/gl/v4.1-core/gl"
)

// Stopwatch measures how long the driver takes to draw a frame. It measures one frame at a time. To avoid
// waiting for the driver, it reads the timer query some frames later.
type Stopwatch struct {
	query  uint32
	state  stopwatchState
	frames int
	byPass bool // the result is the sum of all passes
}

type stopwatchState int

const (
	idle stopwatchState = iota
	requested
	running
	waiting
	unsupported
)

// AnswerAfter is the number of frames after which the result is read. Some drivers would wait if it were read
// earlier.
const AnswerAfter = 3

// Init checks whether the driver can measure time.
func (w *Stopwatch) Init() {
	var bits int32
	gl.GetQueryiv(gl.TIME_ELAPSED, gl.QUERY_COUNTER_BITS, &bits)
	if bits == 0 {
		w.state = unsupported
	}
}

// Begin starts the measurement of a frame if Request was called. If byPass is true, the passes have timer
// queries. These cannot be nested, so Begin then starts none.
func (w *Stopwatch) Begin(byPass bool) {
	w.frames++
	if w.state != requested {
		return
	}
	if w.byPass = byPass; byPass {
		w.state, w.frames = waiting, 0
		return
	}
	if w.query == 0 {
		gl.GenQueries(1, &w.query)
	}
	gl.BeginQuery(gl.TIME_ELAPSED, w.query)
	w.state = running
}

// End ends the measurement that Begin started.
func (w *Stopwatch) End() {
	if w.state == running {
		gl.EndQuery(gl.TIME_ELAPSED)
		w.state, w.frames = waiting, 0
	}
}

// Read returns the duration of the measured frame, in seconds, when it is available. sum returns the time of
// all passes.
func (w *Stopwatch) Read(sum func() float64) (seconds float64, ok bool) {
	if w.state != waiting || w.frames < AnswerAfter {
		return 0, false
	}
	if w.byPass {
		w.state = idle
		return sum(), true
	}
	nanoseconds, ok := answer(w.query)
	if !ok {
		return 0, false
	}
	if w.state = idle; nanoseconds == 0 { // a time of 0 is wrong
		w.state = unsupported
		return 0, false
	}
	return float64(nanoseconds) / 1e9, true
}

// Drop cancels an incomplete measurement.
func (w *Stopwatch) Drop() {
	if w.state != unsupported {
		w.state = idle
	}
}

// Delete frees the query.
func (w *Stopwatch) Delete() {
	gl.DeleteQueries(1, &w.query)
	*w = Stopwatch{state: w.state}
	w.Drop()
}

func answer(query uint32) (result uint64, ok bool) {
	var available int32
	if gl.GetQueryObjectiv(query, gl.QUERY_RESULT_AVAILABLE, &available); available == 0 {
		return 0, false
	}
	gl.GetQueryObjectui64v(query, gl.QUERY_RESULT, &result)
	return result, true
}

// Supported reports whether the driver can measure the time of a frame.
func (w *Stopwatch) Supported() bool { return w.state != unsupported }

// Request requests the measurement of the next frame. It returns false if the driver cannot measure or is
// still measuring another frame.
func (w *Stopwatch) Request() bool {
	if w.state != idle {
		return false
	}
	w.state = requested
	return true
}
