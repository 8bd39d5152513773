package compare

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/input"
)

func run(t *testing.T, c Options, document any) (text string, err error) {
	t.Helper()
	var out bytes.Buffer
	g := &console.Console{Quiet: true, JSON: document != nil, Stdout: &out, Stderr: io.Discard}
	if err := c.Run(context.Background(), g); err != nil || document == nil {
		return out.String(), err
	}
	return "", json.Unmarshal(out.Bytes(), document)
}

func small(sources ...string) Options {
	count := 40
	return Options{Sources: sources, Seconds: 1, Width: 180, Simulation: input.Simulation{Count: &count}}
}

func TestCompareTwice(t *testing.T) {
	c := small("murmuration", "murmuration", "paper")
	c.Seeds = "5,6,9"
	var d Comparison
	if _, err := run(t, c, &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Flocks) != 3 || len(d.Flocks[2].Seeds) != 3 {
		t.Fatalf("the flocks are %+v, want three with three seeds", d.Flocks)
	}
	checked := 0
	for _, r := range d.Rows {
		if len(r.Values) != 3 {
			t.Fatalf("%s has %d values, want 3", r.Key, len(r.Values))
		}
		a, b := r.Values[0], r.Values[1]
		if (a.Value == nil) != (b.Value == nil) || a.Value != nil && *a.Value != *b.Value {
			t.Errorf("%s differs between the same flocks", r.Key)
		}
		if r.Key != "nearest" && r.Key != "polarization" {
			continue
		}
		checked++
		x, y, z := *a.Each[0], *a.Each[1], *a.Each[2]
		mean := (x + y + z) / 3
		want := math.Sqrt(((x-mean)*(x-mean) + (y-mean)*(y-mean) + (z-mean)*(z-mean)) / 2 / 3)
		if a.Over != "seeds" || math.Abs(*a.Error-want) > 1e-12 || math.Abs(*a.Value-mean) > 1e-9 {
			t.Errorf("%s is %g ± %g over %s, want %g ± %g over seeds", r.Key, *a.Value, *a.Error, a.Over, mean, want)
		}
	}
	if checked != 2 {
		t.Errorf("%d rows were checked, want 2", checked)
	}
}

func TestCompareTableAndFigure(t *testing.T) {
	c := small("murmuration", "paper")
	c.Seeds, c.Figure = "1", filepath.Join(t.TempDir(), "a.svg")
	text, err := run(t, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(text, "\n")
	for _, want := range []string{"murmuration, seed ", "paper, seed ", "published"} {
		if !strings.Contains(head, want) {
			t.Errorf("the heading is %q, want it to contain %q", head, want)
		}
	}
	if data, err := os.ReadFile(c.Figure); err != nil || !strings.Contains(string(data), "polarization") {
		t.Errorf("the figure has the error %v and no panel on polarization", err)
	}
	if _, err := run(t, c, nil); err == nil || !strings.Contains(err.Error(), "exists") {
		t.Errorf("drawing it again gives the error %v, want one that says that the file exists", err)
	}
}

func TestCompareErrors(t *testing.T) {
	for want, change := range map[string]func(*Options){
		"at least two": func(c *Options) { c.Sources = c.Sources[:1] },
		".svg, .pdf":   func(c *Options) { c.Figure = "a.txt" },
		"millimetres":  func(c *Options) { c.Figure, c.Width = "a.svg", 1 },
		"murmuration":  func(c *Options) { c.Sources[1] = "murmurtion" },
		"--seeds":      func(c *Options) { c.Seeds = "several" },
		"--seconds":    func(c *Options) { c.Seconds = -1 },
	} {
		c := small("paper", "murmuration")
		change(&c)
		if _, err := run(t, c, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

func TestTooManyFlocks(t *testing.T) {
	for want, c := range map[string]Options{
		"there are 25 flocks, but a comparison can have at most 24":                  {Sources: slices.Repeat([]string{"paper"}, 25)},
		"--figure a.svg: there are 8 flocks, but a figure has colours for at most 7": {Sources: slices.Repeat([]string{"paper"}, 8), Figure: "a.svg", Width: 180},
	} {
		c.Seconds = 1e6
		if _, err := run(t, c, nil); err == nil || err.Error() != want {
			t.Errorf("the error is %v, want %q", err, want)
		}
	}
	if err := (&Options{Figure: "a.svg"}).checkFlocks(7); err != nil {
		t.Errorf("a figure of 7 flocks has the error %v", err)
	}
}
