//go:build cgo

package render

import "skein/engine/render/gpu"

// begin opens a named group of passes, which debuggers show. end closes it.
func (r *Renderer) begin(name string) {
	r.timings.Open(name)
	r.objects.Open(name)
}

func (r *Renderer) end() {
	r.timings.Close()
	r.objects.Close()
}

// pass runs one named pass, which debuggers show. If Time is on, it also measures the pass.
func (r *Renderer) pass(name string, do func()) {
	r.objects.Open(name)
	r.timings.Begin(r.objects, name)
	do()
	r.timings.End()
	r.objects.Close()
}

// Timed calls do, which draws the finished image and the panel into the window. If Time is on, it
// also measures do as a pass of the group "window". It must be called after [Renderer.Draw].
func (r *Renderer) Timed(name string, do func()) {
	r.begin(gpu.WindowStage)
	r.pass(name, do)
	r.end()
}

// Timing is the GPU time of a pass, with its commands in the last frame.
type Timing struct {
	Pass  string  // group and name, as in "view: birds"
	MS    float64 // GPU time, smoothed, ms
	Draws int     // number of draw commands
	Bytes int     // bytes sent to the graphics card
}

// Time starts or stops the measurement of passes. It affects the following frames.
func (r *Renderer) Time(on bool) {
	if on == r.timings.Enabled {
		return
	}
	r.timings.Delete()
	r.timings.Enabled = on
}

// Timings returns the timings of passes, in drawing order. It leaves out passes that have not been
// measured.
func (r *Renderer) Timings() (all []Timing) {
	for p := range r.timings.All() {
		if p.MS > 0 {
			all = append(all, Timing{p.Name, p.MS, int(p.Draws), int(p.Bytes)})
		}
	}
	return all
}

// Measures reports whether this driver can measure the time of a frame.
func (r *Renderer) Measures() bool { return r.stopwatch.Supported() }

// Measure requests a measurement of the next frame. Measurement returns its duration some frames later.
// Measure returns false if the driver cannot measure or is still measuring another frame.
func (r *Renderer) Measure() bool { return r.stopwatch.Request() }

// Measurement returns the duration, in seconds, of the frame for which Measure was called. ok is
// false until the driver has reported the duration. Each duration is returned only once.
func (r *Renderer) Measurement() (seconds float64, ok bool) { return r.stopwatch.Read(r.timings.Sum) }
