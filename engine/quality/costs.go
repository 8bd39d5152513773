package quality

import (
	"fmt"
	"slices"
	"strings"
)

// Span is a named part of a frame's time. It may be divided into consecutive parts.
type Span struct {
	Name  string
	MS    float64 // duration including its parts, ms
	Parts []Span
}

// Bar is the place of a span in a flame graph.
type Bar struct {
	Name     string
	From, MS float64 // start and duration, ms
	Depth    int     // number of spans that contain this span
}

// Bars returns the bars of a span and its parts. The span starts at from, in ms.
func (s *Span) Bars(from float64) []Bar { return s.bars(nil, from, 0) }

func (s *Span) bars(all []Bar, from float64, depth int) []Bar {
	all = append(all, Bar{s.Name, from, s.MS, depth})
	for i := range s.Parts {
		all = s.Parts[i].bars(all, from, depth+1)
		from += s.Parts[i].MS
	}
	return all
}

func (s *Span) add(path []string, ms float64) {
	s.MS += ms
	if len(path) == 0 {
		return
	}
	n := len(s.Parts)
	if n == 0 || s.Parts[n-1].Name != path[0] {
		s.Parts = append(s.Parts, Span{Name: path[0]})
		n++
	}
	s.Parts[n-1].add(path[1:], ms)
}

// Costs contains the durations of a frame's parts, in ms.
type Costs struct {
	Frame    float64 // time from one frame to the next
	Ticks    float64 // time of all ticks of a frame, which are computed while the previous frame is drawn
	Limit    float64 // pause before the frame, for the frame rate limit
	Wait     float64 // time for which the window waits for these ticks
	Playback float64 // time to read the displayed position of a recording
	Panel    float64 // time for input and for laying out the panel
	Compose  float64 // time to lay out the birds
	Draw     float64 // time to send the commands for the picture
	Show     float64 // time to send the commands for the panel
	Swap     float64 // time for which the window waits for the graphics card or the screen

	Graphics Span // times of the passes on the graphics card
	Software bool // whether the driver draws on the processor
}

// AddPass adds the time of a pass on the graphics card, in ms. Call it in drawing order. The name may contain
// the name of a group, as in "view: birds".
func (c *Costs) AddPass(name string, ms float64) {
	c.Graphics.add(strings.Split(name, ": "), ms)
}

// Lane is a row of a flame graph. It shows work that is done in sequence.
type Lane struct {
	Title string
	Span
	From float64 // start in ms after the start of the frame
}

// Lanes returns the rows of the flame graph of a frame. They share a time axis.
func (c *Costs) Lanes() []Lane {
	parts := []Span{{Name: "wait for ticks", MS: c.Wait}, {Name: "playback", MS: c.Playback}, {Name: "panel", MS: c.Panel}, {Name: "compose", MS: c.Compose},
		{"draw", c.Draw + c.Show, []Span{{Name: "picture", MS: c.Draw}, {Name: "panel", MS: c.Show}}}, {Name: "wait for the screen", MS: c.Swap}}
	if c.Limit > 0 {
		parts = slices.Insert(parts, 0, Span{Name: "wait for the limit", MS: c.Limit})
	}
	title := "Graphics card"
	if c.Software {
		title = "Drawing passes (on the CPU)"
	}
	ticks := Lane{"Ticks, while the frame is drawn", Span{Name: "ticks", MS: c.Ticks}, c.Limit + c.Wait + c.Panel + c.Compose}
	if c.Playback > 0 {
		ticks.MS = 0
	}
	return []Lane{{"Processor", Span{"frame", c.Frame, parts}, 0}, ticks, {title, c.Graphics, 0}}
}

// screenFrame is the duration in ms below which a frame is fast, slightly more than a frame at 60 Hz.
const screenFrame = 18

// Cause returns a sentence that names the slowest part of a frame, and how to make it faster.
func (c *Costs) Cause() string {
	if c.Frame <= 0 {
		return "Measuring…"
	}
	if c.Frame <= screenFrame {
		return fmt.Sprintf("Frames are fast: %.0f ms each.", c.Frame)
	}
	takes := func(what string, ms float64, helps string) string {
		return fmt.Sprintf("%s %.0f of %.0f ms. %s.", what, ms, c.Frame, helps)
	}
	switch most := max(c.Limit, c.Wait, c.Playback, c.Panel, c.Compose, c.Draw+c.Show, c.Swap); {
	case most == c.Limit:
		return takes("Because of the frame rate limit, the window pauses for", c.Limit, "Choose a higher limit in Window > Frame rate limit")
	case c.Software && most == max(c.Draw+c.Show, c.Swap):
		return takes("Drawing on the processor takes", c.Draw+c.Show+c.Swap, "Make the window smaller, choose the tier \"draft\", or fly fewer boids")
	case most == c.Wait:
		return takes("The ticks take", c.Ticks, "Fly fewer boids or use more threads")
	case most == c.Playback:
		return takes("Reading the recording takes", c.Playback, "Choose a lower speed")
	case most == c.Panel:
		return takes("The panel takes", c.Panel, "Close the windows that you do not need, such as the plots")
	case most == c.Compose:
		return takes("Laying out the birds takes", c.Compose, "Fly fewer boids or shorten the traces")
	case c.Graphics.MS > c.Frame/2:
		return takes("The graphics card takes", c.Graphics.MS, "Choose a lower tier, a smaller window or no shadows")
	case most == c.Swap:
		return takes("Waiting for the screen takes", c.Swap, "The screen or the window system sets the frame rate")
	default:
		return takes("The commands for the graphics card take", c.Draw+c.Show, "Fly fewer boids or choose a lower tier")
	}
}
