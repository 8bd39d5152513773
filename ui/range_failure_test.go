//go:build cgo && !nowindow

package ui

import (
	"strings"
	"testing"

	"skein/flock"
)

// The message about a failed rendering stays until the user closes it, even if the dialog is closed.
func TestFailureStaysUntilClosed(t *testing.T) {
	p, s, o := newPage(t, 1), &State{}, Outcome{}
	p.layOut = func() {
		clear(p.panel.Probe)
		o = Outcome{}
		p.panel.rangeFailure(s, &o)
	}
	p.frame(1)
	if _, shown := p.panel.Probe["range.failure"]; shown {
		t.Fatal("a message is shown before anything failed")
	}
	s.Job.Failed = &FailedJob{Range: Range{File: "shot/####.png"}, Why: "shot: the disk is full"}
	for range 3 {
		p.frame(60)
	}
	if _, shown := p.panel.Probe["range.failure"]; !shown || len(o.Actions) > 0 {
		t.Fatalf("after minutes, the message is shown: %t; actions %v", shown, o.Actions)
	}
	p.moveTo(p.at("range.failure.close", 0.5, 0.5))
	p.frame(0.1)
	p.queue.Add(button(true))
	p.frame(0.1)
	p.queue.Add(button(false))
	p.frame(0.1)
	if len(o.Actions) != 1 || o.Actions[0] != DismissFailure {
		t.Errorf("a click on Close gives the actions %v, want DismissFailure", o.Actions)
	}
}

// The dialog says how many pictures of which size it would write.
func TestSummaryHasSizeAndCount(t *testing.T) {
	for _, c := range []struct {
		r    Range
		n    int
		want string
	}{
		{Range{Size: "1280x720"}, 61, "61 pictures of 1280 × 720, including both ends of the range"},
		{Range{Size: "640x360"}, 1, "1 picture of 640 × 360"},
		{Range{Export: true}, 61, "61 frames, including both ends of the range"},
	} {
		j := &Job{Estimate: Estimate{Frames: c.n}}
		if got := j.summary(&c.r); got != c.want {
			t.Errorf("the dialog says %q, want %q", got, c.want)
		}
	}
}

// The sentence beside the button says what is true now: nothing after the work is done.
func TestRangeNotes(t *testing.T) {
	for _, c := range []struct {
		job     Job
		confirm bool
		want    string
	}{
		{Job{Done: &DoneJob{}}, false, ""},
		{Job{What: "drawing"}, false, "You can keep working."},
		{Job{What: "drawing", Left: 20}, true, "About 20 s left. You can keep working."},
		{Job{FileExists: true, Warning: "The camera sees no bird."}, true, "a.mp4 already exists. Replace it?"},
		{Job{Warning: "The camera sees no bird.", TakeFile: "a-take.mcap"}, false, "The camera sees no bird."},
		{Job{TakeFile: "films/a-take.mcap"}, false, "Records the flock in films/a-take.mcap first, and renders from that recording."},
	} {
		if got := c.job.note("a.mp4", "render", c.confirm); got != c.want {
			t.Errorf("the dialog says %q, want %q", got, c.want)
		}
	}
	if got := openHint(&DoneJob{Opener: "xdg-open"}); !strings.Contains(got, "needs the program xdg-open, which is not installed") {
		t.Errorf("the tooltip of the button Open is %q, want the reason why it is disabled", got)
	}
}

// The page Flock warns if the lowest speed is above the cruise speed.
func TestSpeedHint(t *testing.T) {
	p := newPage(t, 1)
	for _, lowest := range []float32{1, 50} {
		*specOf(t, p, "min_speed").Float(&p.controls.Params.Values) = lowest
		clear(p.panel.Probe)
		p.frame(0.1)
		cruise := p.controls.Params.Float("cruise_speed")
		if _, shown := p.panel.Probe["min_speed.hint"]; shown != (lowest > cruise) {
			t.Errorf("lowest speed %g m/s, cruise speed %g m/s: the hint is shown: %t", lowest, cruise, shown)
		}
	}
}

func specOf(t *testing.T, p *page, key string) *flock.Spec {
	t.Helper()
	spec, ok := p.controls.Params.Spec(key)
	if !ok {
		t.Fatalf("there is no parameter %s", key)
	}
	return spec
}
