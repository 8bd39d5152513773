package quality

import (
	"slices"
	"testing"
)

func TestBars(t *testing.T) {
	var c Costs
	c.Graphics.Name = "frame"
	for _, one := range []struct {
		name string
		ms   float64
	}{{"clear", 1}, {"shadows: birds", 2}, {"shadows: land", 4}, {"view: birds", 8}} {
		c.AddPass(one.name, one.ms)
	}
	want := []Bar{{"frame", 5, 15, 0}, {"clear", 5, 1, 1}, {"shadows", 6, 6, 1}, {"birds", 6, 2, 2}, {"land", 8, 4, 2}, {"view", 12, 8, 1}, {"birds", 12, 8, 2}}
	if got := c.Graphics.Bars(5); !slices.Equal(got, want) {
		t.Errorf("the bars are\n%v, want\n%v", got, want)
	}
}

func TestLanes(t *testing.T) {
	c := Costs{Frame: 40, Ticks: 20, Wait: 5, Panel: 4, Compose: 3, Draw: 12, Show: 2, Swap: 14}
	lanes := c.Lanes()
	var sum float64
	for _, part := range lanes[0].Parts {
		sum += part.MS
	}
	if sum != c.Frame || lanes[1].From != 12 || lanes[1].MS != 20 {
		t.Errorf("the parts take %v ms, and the ticks start at %v and take %v; want 40, 12 and 20", sum, lanes[1].From, lanes[1].MS)
	}
}

func TestCause(t *testing.T) {
	card := Span{Name: "frame", MS: 30}
	for _, c := range []struct {
		costs Costs
		want  string
	}{
		{Costs{}, "Measuring…"},
		{Costs{Frame: 16.7, Swap: 15}, "Frames are fast: 17 ms each."},
		{Costs{Frame: 45, Ticks: 31, Wait: 25, Draw: 10}, "The ticks take 31 of 45 ms. Fly fewer boids or use more threads."},
		{Costs{Frame: 40, Panel: 22, Draw: 10}, "The panel takes 22 of 40 ms. Close the windows that you do not need, such as the plots."},
		{Costs{Frame: 40, Compose: 22, Draw: 10}, "Laying out the birds takes 22 of 40 ms. Fly fewer boids or shorten the traces."},
		{Costs{Frame: 33, Limit: 25, Draw: 8, Software: true}, "Because of the frame rate limit, the window pauses for 25 of 33 ms. Choose a higher limit in Window > Frame rate limit."},
		{Costs{Frame: 40, Playback: 22, Draw: 10}, "Reading the recording takes 22 of 40 ms. Choose a lower speed."},
		{Costs{Frame: 40, Swap: 30, Draw: 2, Graphics: card}, "The graphics card takes 30 of 40 ms. Choose a lower tier, a smaller window or no shadows."},
		{Costs{Frame: 33, Swap: 30, Draw: 2, Graphics: Span{MS: 3}}, "Waiting for the screen takes 30 of 33 ms. The screen or the window system sets the frame rate."},
		{Costs{Frame: 40, Draw: 20, Show: 10, Swap: 4}, "The commands for the graphics card take 30 of 40 ms. Fly fewer boids or choose a lower tier."},
		{Costs{Frame: 60, Draw: 30, Show: 10, Swap: 4, Software: true}, "Drawing on the processor takes 44 of 60 ms. Make the window smaller, choose the tier \"draft\", or fly fewer boids."},
	} {
		if got := c.costs.Cause(); got != c.want {
			t.Errorf("the cause is %q, want %q", got, c.want)
		}
	}
}
