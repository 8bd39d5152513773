//go:build cgo && !nowindow

package ui

import (
	"image"
	"math"
	"strings"
	"testing"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/metrics"
)

func TestTextIsLiteral(t *testing.T) {
	p := newPage(t, 1)
	p.frame(0.1)
	for _, text := range []string{"saved 100%d%s%n.toml, 12 lines", "no such file: %%.toml"} {
		p.panel.Say(text)
		var wide, want float32
		for range 3 {
			imgui.CurrentIO().SetDeltaTime(0.1)
			imgui.NewFrame()
			p.panel.toast.show(image.Rect(0, 0, 800, 800), image.Rectangle{})
			wide, want = imgui.InternalFindWindowByName("##toast").ContentSize().X, imgui.CalcTextSize(text).X
			imgui.Render()
		}
		if math.Abs(float64(wide-want)) > 2 {
			t.Errorf("%q is %v wide, want %v", text, wide, want)
		}
	}
}

// Lines break at spaces. They do not break within a number, or between a number and its unit. The width is
// in letters.
func TestWrap(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"it leads for 3.24 s, then 7 birds follow", "it leads for\n3.24 s, then\n7 birds follow"},
		{"airspeed 9.31 m/s", "airspeed\n9.31 m/s"},
		{"one\ntwo three", "one\ntwo three"},
		{"", ""},
		{"unbreakable-and-long 1", "unbreakable-and-long\n1"},
	} {
		if got := wrap(c.text, 14, func(line string) float32 { return float32(len(line)) }); got != c.want {
			t.Errorf("%q is wrapped to %q, want %q", c.text, got, c.want)
		}
	}
}

// Every bird is counted once, in the column of its value. If directions are random, the fraction of
// bearings within an angle equals the fraction of a sphere's area within that angle.
func TestHistogram(t *testing.T) {
	kinds := histogramKinds()
	h := histogram{histogramKind: kinds[0]}
	h.fill([]float64{0.5, 0.5, 1.5, 4})
	sum := 0.0
	for k, n := range h.count {
		sum += n
		low, high := h.middle[k]-h.width/2, h.middle[k]+h.width/2
		want := 0.0
		for _, x := range []float64{0.5, 0.5, 1.5, 4} {
			if x >= low && x < high || k == len(h.count)-1 && x == high {
				want++
			}
		}
		if n != want {
			t.Errorf("the column from %v to %v has %v birds, want %v", low, high, n, want)
		}
	}
	if sum != 4 {
		t.Errorf("the columns have %v birds, want 4", sum)
	}
	bearing := histogram{histogramKind: kinds[2]}
	bearing.fill(make([]float64, 1000))
	total, ahead := 0.0, 0.0
	for k, n := range bearing.isotropicCount {
		total += n
		if bearing.middle[k] < 60 {
			ahead += n
		}
	}
	if math.Abs(total-1000) > 1e-6 || math.Abs(ahead-250) > 1e-6 { // a cap of 60° is a quarter of the sphere
		t.Errorf("%v of %v directions are within 60°, want 250 of 1000", ahead, total)
	}
	none := histogram{histogramKind: kinds[1]}
	if none.fill(nil); len(none.count) != bins {
		t.Error("an empty histogram has no columns")
	}
}

func TestTables(t *testing.T) {
	speed := metrics.Measures()[1]
	g := graph{key: speed.Key, label: speed.Label, unit: speed.Unit, times: []float64{0, 0.1}, values: []float64{9.25, 9.5}}
	h := histogram{histogramKind: histogramKinds()[1]}
	h.fill([]float64{9, 10})
	all := tables([]graph{g}, []histogram{h})
	if len(all) != 2 || all[0].Text != "seconds,speed\n0,9.25\n0.1,9.5\n" {
		t.Fatalf("%+v", all)
	}
	lines := strings.Split(strings.TrimSpace(all[1].Text), "\n")
	if lines[0] != "histogram,from,to,birds" || len(lines) != 1+bins || !strings.HasPrefix(lines[1], "speed,9,") || !strings.HasSuffix(lines[1], ",1") || !strings.HasSuffix(lines[bins], ",10,1") {
		t.Errorf("%q", lines)
	}
}
