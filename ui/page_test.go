//go:build cgo && !nowindow

package ui

import (
	"image"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/engine/window"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/scenario/testscene"
)

type page struct {
	*testing.T
	panel    *Panel
	keys     func() // runs the shortcuts of a step, or nil
	layOut   func()
	controls studio.Controls
	pace     pace
	feed     *eventFeed
	queue    window.Queue // input events for the next frame
	in       window.Input
	now      float64 // time, s
	letters  [2]float32
}

func newPage(t *testing.T, scale float32) *page {
	t.Helper()
	context := imgui.CreateContext()
	imgui.SetCurrentContext(context)
	t.Cleanup(func() { imgui.DestroyContextV(context) })
	io := imgui.CurrentIO()
	io.SetIniFilename("")
	io.SetDisplaySize(imgui.Vec2{X: 800, Y: 800})
	io.SetBackendFlags(imgui.BackendFlagsRendererHasTextures)
	setStyle(scale, false)
	p := &page{T: t, feed: newFeed(), panel: NewPanel([]flock.Params{testscene.Def("murmuration").Params}, look.Default(), "")}
	p.layOut = p.flockPage
	p.panel.Probe = map[string]image.Rectangle{}
	p.controls.Params, p.controls.Look = testscene.Def("murmuration").Params, look.Default()
	return p
}

func (p *page) frame(seconds float64) {
	p.now += seconds
	for more := true; more; seconds = 0 {
		p.queue.Next(&p.in)
		more = !p.queue.Empty()
		if p.keys != nil {
			p.keys()
		}
		p.feed.pass(&p.in)
		imgui.CurrentIO().SetDeltaTime(float32(seconds))
		p.pace.next(!more)
		imgui.NewFrame()
		p.layOut()
		if more {
			imgui.EndFrame()
		}
	}
	imgui.Render()
}

func (p *page) flockPage() {
	imgui.SetNextWindowPos(imgui.Vec2{})
	imgui.SetNextWindowSize(imgui.Vec2{X: 400, Y: 800})
	imgui.Begin("Flock")
	o := Outcome{Controls: p.controls}
	p.panel.params("Flock", &o)
	p.letters = [2]float32{imgui.FontSize(), imgui.GetFontBaked().Size()}
	p.controls = o.Controls
	imgui.End()
}

func (p *page) at(key string, x, y float32) imgui.Vec2 {
	p.Helper()
	r, ok := p.panel.Probe[key]
	if !ok {
		p.Fatalf("no widget %q", key)
	}
	return imgui.Vec2{X: float32(r.Min.X) + x*float32(r.Dx()), Y: float32(r.Min.Y) + y*float32(r.Dy())}
}

func (p *page) moveTo(position imgui.Vec2) {
	p.queue.Add(window.Event{Kind: window.PointerMoved, X: float64(position.X), Y: float64(position.Y)})
}

func button(down bool) window.Event { return window.Event{Kind: window.ButtonChanged, Down: down} }

// clicks draws frames of the given length in seconds. Meanwhile, it presses the left button for 0.05 s at
// each of the times, which are in s after now + delay.
func (p *page) clicks(frame, delay float64, times ...float64) {
	type event struct {
		at   float64
		down bool
	}
	var events []event
	for _, t := range times {
		events = append(events, event{p.now + delay + t, true}, event{p.now + delay + t + 0.05, false})
	}
	for end := p.now + delay + times[len(times)-1] + 0.5 + 6*frame; p.now < end; {
		for len(events) > 0 && events[0].at <= p.now+frame { // pass on the events that happen before the frame begins
			p.queue.Add(button(events[0].down))
			events = events[1:]
		}
		p.frame(frame)
	}
}

// A double-click is recognized at any frame rate, even if its clicks are in different frames. Two slow clicks
// are not a double-click.
func TestDoubleClickAtAnyRate(t *testing.T) {
	p := newPage(t, 1)
	for _, fps := range []float64{144, 60, 30, 12, 8, 4, 2} {
		frame := 1 / fps
		for share := range 8 {
			for _, apart := range []float64{0.08, 0.15, 0.25, 0.29, 1 + 2.5*frame} {
				imgui.InternalClearActiveID()
				p.frame(1)
				p.moveTo(p.at("separation", 0.9, 0.5))
				p.frame(1)
				p.clicks(frame, frame*float64(share)/8, 0, apart)
				if got, twice := imgui.CurrentIO().WantTextInput(), apart < doubleClick; got != twice {
					t.Errorf("%v fps, clicks %v of a frame late and %v s apart: a number is being typed: %v; want it only after a double-click", fps, float64(share)/8, apart, got)
				}
			}
		}
	}
}
