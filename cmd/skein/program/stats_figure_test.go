package program

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// The curve of a figure must show the values that --json prints. The test scales these values to the
// curve's width and height, and compares the points.
func TestStatsFigure(t *testing.T) {
	file := filepath.Join(t.TempDir(), "f.svg")
	var doc struct {
		Runs []struct {
			Series []map[string]float64 `json:"series"`
		} `json:"runs"`
	}
	out := must(t, "stats", smallScene(t), "--seconds", "2", "--figure", file, "--measures", "height", "--json", "-q")
	if err := json.Unmarshal([]byte(out), &doc); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	svg := string(data)
	for _, want := range []string{`width="170mm"`, ">height, m<", ">time, s<", "seed"} {
		if !strings.Contains(svg, want) {
			t.Errorf("the figure lacks %q", want)
		}
	}
	curve := regexp.MustCompile(`<path d="([^"]*)" style="fill:none;stroke:#0072B2`).FindStringSubmatch(svg)
	if curve == nil {
		t.Fatal("the figure has no curve")
	}
	var times, values []float64
	for _, s := range doc.Runs[0].Series {
		times, values = append(times, s["seconds"]), append(values, s["height"])
	}
	var x, y []float64
	for _, m := range regexp.MustCompile(`[ML]([^,MLZ]+),([^,MLZ]+)`).FindAllStringSubmatch(curve[1], -1) {
		right, _ := strconv.ParseFloat(m[1], 64)
		up, _ := strconv.ParseFloat(m[2], 64)
		x, y = append(x, right), append(y, up)
	}
	if len(x) != 20 || len(times) != 20 {
		t.Fatalf("the curve has %d points and the series %d, want 20: one every 0.1 s", len(x), len(times))
	}
	for k := range x {
		if math.Abs(shareOf(x, k)-shareOf(times, k)) > 1e-3 || math.Abs(shareOf(y, k)-shareOf(values, k)) > 1e-3 {
			t.Errorf("point %d is at %.4f of the width and %.4f of the height, want %.4f and %.4f", k, shareOf(x, k), shareOf(y, k), shareOf(times, k), shareOf(values, k))
		}
	}
}

// shareOf returns the position of all[k] between the smallest and the largest value of all, from 0 to 1.
func shareOf(all []float64, k int) float64 {
	low, high := slices.Min(all), slices.Max(all)
	return (all[k] - low) / (high - low)
}

func TestStatsFigureErrorLines(t *testing.T) {
	scene := smallScene(t)
	for line, want := range map[string]string{
		"--figure %s/a.txt":                  "a.txt: must be a name that ends in .svg, .pdf or .png",
		"--figure %s/a.svg --width 49":       "--width 49: must be 50 to 1000 millimetres",
		"--figure %s/a.svg --seeds 2":        "--figure cannot be used with --sweep, --seeds",
		"--figure %s/a.svg --ledger":         "--figure cannot be used with --leadership, --patterns, --why, --ledger",
		"--figure %s/a.svg --seconds 0.05":   "the curves would have only 1 value",
		"--figure %s/a.svg --every 0":        "or --every 0",
		"--figure %s/a.svg --measures moods": `--measures: unknown measure "moods"; skein help measuring lists the measures`,
	} {
		dir := t.TempDir()
		args := append([]string{"stats", scene, "--seconds", "1", "-q"}, strings.Fields(strings.ReplaceAll(line, "%s", dir))...)
		code, out, msg := skein(args...)
		if code == 0 || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 || out != "" {
			t.Errorf("%s: exit %d: %q, want %q", line, code, msg, want)
		}
		if remaining, _ := filepath.Glob(dir + "/*"); len(remaining) > 0 {
			t.Errorf("%s left %v", line, remaining)
		}
	}
}
