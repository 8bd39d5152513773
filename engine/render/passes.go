//go:build cgo

package render

import "skein/engine/render/gpu"

func (r *Renderer) begin(name string) {
	r.timings.Open(name)
	r.objects.Open(name)
}

func (r *Renderer) end() {
	r.timings.Close()
	r.objects.Close()
}

func (r *Renderer) pass(name string, do func()) {
	r.objects.Open(name)
	r.timings.Begin(r.objects, name)
	do()
	r.timings.End()
	r.objects.Close()
}

// Timed calls do, which draws the finished image and the panel into the window. Call it after
// [Renderer.Draw]. If Time is on, it measures do as a pass of the group "window".
func (r *Renderer) Timed(name string, do func()) {
	r.begin(gpu.WindowStage)
	r.pass(name, do)
	r.end()
}

// Timing is the GPU time of a pass and its commands in the last frame.
type Timing struct {
	Pass  string  // group and name, as in "view: birds"
	MS    float64 // GPU time, smoothed, ms
	Draws int     // number of draw commands
	Bytes int     // bytes sent to the graphics card
}

// Time starts or stops measuring passes. The change takes effect in the next frame.
func (r *Renderer) Time(enabled bool) {
	if enabled == r.timings.Enabled {
		return
	}
	r.timings.Delete()
	r.timings.Enabled = enabled
}

// Timings returns the measured passes in drawing order.
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

// Measure requests a measurement of the next frame. Measurement returns the result some frames later. Measure
// returns false if the driver cannot measure, or is still measuring another frame.
func (r *Renderer) Measure() bool { return r.stopwatch.Request() }

// Measurement returns the duration, in seconds, of the frame for which Measure was called. It returns it only
// once. ok is false until the driver has reported the duration.
func (r *Renderer) Measurement() (seconds float64, ok bool) { return r.stopwatch.Read(r.timings.Sum) }
