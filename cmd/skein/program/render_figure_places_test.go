package program

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The arrows of a figure are at the positions that skein export gives for the birds. The scale bar gives the
// scale.
func TestFigurePlaces(t *testing.T) {
	dir := t.TempDir()
	run, table := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "t.csv")
	must(t, "record", smallScene(t), "-o", run, "--seconds", "2", "-q")
	must(t, "export", run, "-o", table, "--frames", "40", "-q")
	for _, view := range []struct {
		name, across, up string
		sign             float64 // -1: the coordinate decreases down the page
	}{{"top", "px", "pz", -1}, {"side", "px", "py", 1}, {"front", "pz", "py", 1}} {
		file := filepath.Join(dir, view.name+".svg")
		must(t, "render", run, "-o", file, "--figure", view.name, "--frames", "40", "--markers", "arrows", "--plain", "-q")
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		drawn, metre := arrowsOf(t, string(data))
		want := column(t, table, view.across, view.up)
		if len(drawn) != len(want) {
			t.Fatalf("%s: %d arrows for %d birds", view.name, len(drawn), len(want))
		}
		for k := range want {
			want[k] = [2]float64{want[k][0] * metre, view.sign * want[k][1] * metre}
		}
		centre(drawn)
		centre(want)
		for _, w := range want {
			near := slices.ContainsFunc(drawn, func(d [2]float64) bool { return math.Hypot(d[0]-w[0], d[1]-w[1]) < 0.05 })
			if !near {
				t.Errorf("%s: no arrow %.2f, %.2f pt from the middle", view.name, w[0], w[1])
			}
		}
	}
}

// arrowsOf returns the midpoints of the arrows in an SVG, in points with y up. It also returns the length of
// a metre, measured with the scale bar.
func arrowsOf(t *testing.T, svg string) (middles [][2]float64, metre float64) {
	t.Helper()
	for line := range strings.Lines(svg) {
		m := regexp.MustCompile(`d="(.*?)" style="(.*?)"`).FindStringSubmatch(line)
		if m == nil {
			continue
		}
		var p [][2]float64
		for _, pair := range regexp.MustCompile(`([^ML,Z]+),([^ML,Z]+)`).FindAllStringSubmatch(m[1], -1) {
			p = append(p, [2]float64{numberIn(t, pair[1]), numberIn(t, pair[2])})
		}
		switch {
		case len(p) == 4 && m[2] == "fill:#4D4D4D": // the four points are the tip, a corner of the back, the notch and the other corner
			middles = append(middles, [2]float64{p[0][0]/2 + (p[1][0]+p[3][0])/4, p[0][1]/2 + (p[1][1]+p[3][1])/4})
		case len(p) == 2 && m[2] == "fill:none;stroke:#202020": // the scale bar has a width of 1 pt, which SVG uses if no width is given
			label := regexp.MustCompile(`>([0-9.]+) m<`).FindStringSubmatch(svg)
			metre = (p[1][0] - p[0][0]) / numberIn(t, label[1])
		}
	}
	if metre == 0 {
		t.Fatal("no scale bar")
	}
	return middles, metre
}

func numberIn(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

func column(t *testing.T, file, a, b string) (all [][2]float64) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	i, j := slices.Index(rows[0], a), slices.Index(rows[0], b)
	for _, row := range rows[1:] {
		all = append(all, [2]float64{numberIn(t, row[i]), numberIn(t, row[j])})
	}
	return all
}

func centre(all [][2]float64) {
	var sum [2]float64
	for _, p := range all {
		sum[0], sum[1] = sum[0]+p[0], sum[1]+p[1]
	}
	for k := range all {
		all[k][0] -= sum[0] / float64(len(all))
		all[k][1] -= sum[1] / float64(len(all))
	}
}
