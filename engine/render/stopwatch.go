//go:build cgo

package render

import "github.com/go-gl/gl/v4.1-core/gl"

// stopwatch measures how long the driver takes to draw a frame, one frame at a time. It uses a
// timer query and reads the answer some frames later, so that nothing waits for the driver.
type stopwatch struct {
	query  uint32
	state  stopwatchState
	frames int  // since the measured frame was drawn
	byPass bool // the passes are measured, and the answer is their sum
}

type stopwatchState int

const (
	idle        stopwatchState = iota
	requested                  // the next frame is measured
	running                    // the frame is being drawn
	waiting                    // the driver has not answered yet
	unsupported                // this driver cannot measure
)

// answerAfter is the number of frames after which the driver is asked for its answer. Some
// drivers wait if they are asked sooner.
const answerAfter = 3

// init checks whether the driver can measure time.
func (w *stopwatch) init() {
	var bits int32
	gl.GetQueryiv(gl.TIME_ELAPSED, gl.QUERY_COUNTER_BITS, &bits)
	if bits == 0 {
		w.state = unsupported
	}
}

// begin starts the measurement of a frame if one is wanted. byPass says that the passes have
// timer queries of their own, which OpenGL cannot nest in another one.
func (w *stopwatch) begin(byPass bool) {
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

// end ends the measurement that begin started.
func (w *stopwatch) end() {
	if w.state == running {
		gl.EndQuery(gl.TIME_ELAPSED)
		w.state, w.frames = waiting, 0
	}
}

// read returns the answer when it is there, in seconds. sum returns the time of all passes.
func (w *stopwatch) read(sum func() float64) (seconds float64, ok bool) {
	if w.state != waiting || w.frames < answerAfter {
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
	if w.state = idle; nanoseconds == 0 { // no frame takes no time
		w.state = unsupported
		return 0, false
	}
	return float64(nanoseconds) / 1e9, true
}

// drop cancels an incomplete measurement.
func (w *stopwatch) drop() {
	if w.state != unsupported {
		w.state = idle
	}
}

func (w *stopwatch) delete() {
	gl.DeleteQueries(1, &w.query)
	*w = stopwatch{state: w.state}
	w.drop()
}

// answer returns the result of a query if it is there.
func answer(query uint32) (result uint64, ok bool) {
	var available int32
	if gl.GetQueryObjectiv(query, gl.QUERY_RESULT_AVAILABLE, &available); available == 0 {
		return 0, false
	}
	gl.GetQueryObjectui64v(query, gl.QUERY_RESULT, &result)
	return result, true
}

// Measures reports whether this driver can measure the time of a frame.
func (r *Renderer) Measures() bool { return r.stopwatch.state != unsupported }

// Measure asks for the duration of the next frame, which Measured returns some frames later. It
// returns false if the driver cannot measure or is still measuring another frame.
func (r *Renderer) Measure() bool {
	if r.stopwatch.state != idle {
		return false
	}
	r.stopwatch.state = requested
	return true
}

// Measured returns the time that the driver took for the frame that Measure asked for, in
// seconds. It returns ok = false until the answer is there, and returns each answer once.
func (r *Renderer) Measured() (seconds float64, ok bool) { return r.stopwatch.read(r.timings.sum) }
