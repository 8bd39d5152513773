package figure

import (
	"bytes"
	"encoding/binary"
	"image/png"
	"math"
	"slices"
	"testing"
)

// wave is the measure of the test's chart: 3 + 2 sin(t). It is undefined from 4 to 5 s.
func wave(t float64) float64 { return 3 + 2*math.Sin(t) }

func waveChart() *TimeChart {
	var c Curve
	for k := range 201 {
		t := float64(k) / 10
		c.Times, c.Values = append(c.Times, t), append(c.Values, wave(t))
		if t > 4 && t < 5 {
			c.Values[k] = math.NaN()
		}
	}
	return &TimeChart{
		Title: "starlings, 2 s to 12 s", From: 2, To: 12,
		Panels: []TimePanel{{Title: "height, m", Curves: []Curve{c}}},
		Lanes:  []Lane{{"escape", []float64{1, 3, 7.1, 7.101, 7.102}}, {"strike", []float64{11}}},
	}
}

func writeTimeChart(t *testing.T, f Format, c *TimeChart, width float64) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := WriteTimeChart(&out, f, c, width); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Read from the numbers on the axes, each point of the curve lies on the plotted function. The
// curve covers the whole time axis, except for the time in which the measure is undefined.
func TestCurveIsThePlottedFunction(t *testing.T) {
	f := parse(t, writeTimeChart(t, SVG, waveChart(), 170))
	scale := axesOf(t, &f)
	var seconds []float64
	for _, p := range f.paths {
		if p.stroke != hex(chartInks[0]) {
			continue
		}
		for _, pos := range p.points {
			x, y := scale.at(pos)
			seconds = append(seconds, math.Round(100*x)/100)
			if math.Abs(y-wave(x)) > 0.01 {
				t.Errorf("the curve is at %.3f at %.3f s, want %.3f", y, x, wave(x))
			}
		}
	}
	slices.Sort(seconds)
	var want []float64
	for k := 20; k <= 120; k++ {
		if k <= 40 || k >= 50 {
			want = append(want, float64(k)/10)
		}
	}
	if got := slices.Compact(seconds); !slices.Equal(got, want) {
		t.Errorf("the curve has points at %v s, want %v", got, want)
	}
}

func TestBarsAreAtTheirEvents(t *testing.T) {
	f := parse(t, writeTimeChart(t, SVG, waveChart(), 170))
	scale := axesOf(t, &f)
	for _, c := range []struct {
		lane string
		at   []float64 // s
	}{{"escape", []float64{3, 7.1}}, {"strike", []float64{11}}} {
		bars := f.filledPaths(hex(laneInks[c.lane]))
		if len(bars) != len(c.at) {
			t.Fatalf("the lane %s has %d bars, want %d", c.lane, len(bars), len(c.at))
		}
		for k, want := range c.at {
			from, _ := scale.at(point{boxOf(bars[k]).left, 0})
			to, _ := scale.at(point{boxOf(bars[k]).right, 0})
			if from > want || to < want-0.02 {
				t.Errorf("a bar of the lane %s is from %.2f to %.2f s, want it at %.2f s", c.lane, from, to, want)
			}
		}
	}
	bars := f.filledPaths(hex(leaderInk))
	if one, three := boxOf(bars[0]), boxOf(bars[1]); three.height() < 1.1*one.height() {
		t.Errorf("the bar of three events is %.2f pt high, that of one %.2f pt", three.height(), one.height())
	}
}

func TestHistogramBars(t *testing.T) {
	h := Histogram{Title: "at 3 s", Name: "speed, m/s", Low: 4, High: 12, Counts: []float64{10, 0, 40, 20}, Expected: []float64{17.5, 17.5, 17.5, 17.5}, Chance: "chance"}
	f := parse(t, writeTimeChart(t, SVG, &TimeChart{Title: "swifts", Histograms: []Histogram{h}}, 80))
	scale, bars := axesOf(t, &f), f.filledPaths(hex(chartInks[0]))
	if len(bars) != 3 {
		t.Fatalf("there are %d bars, want one for each count above 0", len(bars))
	}
	for k, want := range [][2]float64{{5, 10}, {9, 40}, {11, 20}} {
		box := boxOf(bars[k])
		x, y := scale.at(point{(box.left + box.right) / 2, box.top})
		if math.Abs(x-want[0]) > 0.05 || math.Abs(y-want[1]) > 0.1 {
			t.Errorf("bar %d has its middle at %.2f and its top at %.2f, want %v", k, x, y, want)
		}
	}
	checkTexts(t, "histogram", f.texts, 80*millimetre)
}

func TestTimeChartTextsDoNotOverlap(t *testing.T) {
	c := waveChart()
	second := c.Panels[0]
	second.Title = "nearest neighbour, least, of all birds that are in the air at this time, m"
	second.Curves = append(second.Curves, second.Curves[0])
	c.Panels, c.Flocks = append(c.Panels, second), []string{"starlings", "a falcon with a long name"}
	for _, width := range []float64{MinWidth, 90, 170} {
		f := parse(t, writeTimeChart(t, SVG, c, width))
		checkTexts(t, "time chart", f.texts, width*millimetre)
		for _, want := range []string{"time, s", "height, m", "escape", "strike"} {
			f.textOf(t, want)
		}
	}
}

// A PNG has the given width at 300 pixels per inch, and its metadata states this resolution. The
// background is white.
func TestTimeChartAsPNG(t *testing.T) {
	data := writeTimeChart(t, PNG, waveChart(), 120)
	img, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if want := 120 / 25.4 * 300; math.Abs(float64(img.Bounds().Dx())-want) > 0.5 {
		t.Errorf("the picture is %d pixels wide, want %.1f", img.Bounds().Dx(), want)
	}
	index := bytes.Index(data, []byte("pHYs"))
	if dpi := 0.0254 * float64(binary.BigEndian.Uint32(data[index+4:])); index < 0 || math.Abs(dpi-300) > 0.01 {
		t.Errorf("the PNG states %.2f dpi, want 300", dpi)
	}
	if r, g, b, a := img.At(2, 2).RGBA(); r&g&b&a != 0xffff {
		t.Error("the corner is not white")
	}
}

func TestTimeChartErrors(t *testing.T) {
	empty, crowded := waveChart(), waveChart()
	empty.To, crowded.Flocks = empty.From, make([]string, MaxFlocks+1)
	for name, c := range map[string]*TimeChart{"nothing to draw": {}, "an empty time axis": empty, "too many flocks": crowded} {
		if err := WriteTimeChart(&bytes.Buffer{}, SVG, c, 90); err == nil {
			t.Errorf("a chart with %s has no error", name)
		}
	}
	if err := WriteTimeChart(&bytes.Buffer{}, SVG, waveChart(), MaxWidth+1); err == nil {
		t.Error("a chart that is too wide has no error")
	}
}
