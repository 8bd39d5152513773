//go:build cgo && !nowindow && linux

package program

import (
	"encoding/csv"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
)

func sceneWithLeaders(t *testing.T) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "wild.toml")
	text := "version = 1\nbase = \"murmuration\"\n[params]\ncount = 40\nleadership = 0.5\n[show]\nstyle = \"spheres\"\n"
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func escapes(t *testing.T, args ...string) [][]string {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(must(t, append([]string{"stats", "--ledger"}, args...)...))).ReadAll()
	if err != nil || len(rows) < 4 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	return rows[1:]
}

func TestWindowStudies(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	scene := sceneWithLeaders(t)
	p := launch(t, scene, "--size", "1200x800")
	p.key("n")
	p.key("y")
	p.wait("why", func(l *fly.LogLine) bool { return strings.Contains(l.Why, "boid 0 ") })
	p.click(p.pointOf("inspector.next", 0.5, 0.5))
	p.wait("the inspector to explain boid 1", func(l *fly.LogLine) bool { return l.Selected == 1 && strings.Contains(l.Why, "boid 1 ") })
	p.click(p.pointOf("inspector.arrows", 0.1, 0.5))
	p.key("space")
	p.wait("a pause", func(l *fly.LogLine) bool { return l.Paused })
	p.waitFrames(2)
	moment := fmt.Sprintf("1@%.6f", float64(p.last.Tick)/60)
	if want, _, _ := strings.Cut(must(t, "stats", scene, "--why", moment), "\n"); p.last.Why != want {
		t.Errorf("paused at tick %d, the inspector says %q, but the headless command %q", p.last.Tick, p.last.Why, want)
	}
	p.key("period")
	p.wait("the inspector's text a tick later", func(l *fly.LogLine) bool {
		return l.Why != "" && strings.Contains(l.Why, fmt.Sprintf("%.3f s", float64(l.Tick)/60))
	})

	p.key("y")
	p.key("space")
	p.key("u")
	p.wait("three escapes", func(l *fly.LogLine) bool { return l.Lines >= 3 })
	p.key("space")
	p.waitFrames(3)
	rows := escapes(t, scene, "--seconds", fmt.Sprintf("%.6f", float64(p.last.Tick)/60+1e-3))
	if len(rows) != p.last.Lines {
		t.Errorf("the ledger has %d lines at tick %d, but the headless command prints %d", p.last.Lines, p.last.Tick, len(rows))
	}
	mode, tick := p.last.Mode, p.last.Tick
	p.click(p.pointOf("ledger.row.1", 0.5, 0.5))
	if fmt.Sprint(p.last.Selected) != rows[1][4] || p.last.Mode != mode || p.last.Tick != tick {
		t.Errorf("a click on the second line selects boid %d at tick %d, with the camera mode %s; want %s at tick %d with %s", p.last.Selected, p.last.Tick, p.last.Mode, rows[1][4], tick, mode)
	}
	p.click(p.pointOf("ledger.header.boid", 0.3, 0.5))
	p.waitFrames(2)
	p.click(p.pointOf("ledger.row.0", 0.5, 0.5))
	least := math.MaxInt
	for _, row := range rows {
		n, _ := strconv.Atoi(row[4])
		least = min(least, n)
	}
	if p.last.Selected != least {
		t.Errorf("sorted by boid, the first line is about boid %d, want %d", p.last.Selected, least)
	}
	p.click(p.pointOf("ledger.boid", 0.5, 0.5))
	for _, digit := range rows[2][4] {
		p.key(string(digit))
	}
	p.waitFrames(3)
	p.click(p.pointOf("ledger.csv", 0.5, 0.5))
	p.wait("the ledger to be saved", func(l *fly.LogLine) bool { return strings.Contains(l.Said, "skein-ledger") })
	checkLedgerFile(t, p.dir, rows, rows[2][4])

	p.key("u")
	p.key("o")
	p.waitFrames(3)
	for _, quantity := range []string{"eccentricity", "cluster", "rule"} {
		p.click(p.pointOf("overlay.colour", 0.5, 0.5))
		p.waitFrames(5)
		p.click(p.pointOf("overlay.colour."+quantity, 0.5, 0.5))
		p.wait("colours by "+quantity, func(l *fly.LogLine) bool {
			return l.Colours == map[string]string{"eccentricity": "eccentricity", "cluster": "clusters", "rule": "share of separation"}[quantity]
		})
	}
	p.click(p.pointOf("overlay.links", 0.1, 0.5))
	p.click(p.pointOf("overlay.bones", 0.1, 0.5))
	p.click(p.pointOf("overlay.matrix", 0.1, 0.5))
	p.wait("the distances", func(l *fly.LogLine) bool { return l.Widgets["matrix"] != [4]int{} })
	p.moveTo(p.pointOf("matrix", 0.3, 0.6))
	p.waitFrames(5)
	tab, page := p.last.Widgets["tab.Distances"], p.last.Widgets["page.Distances"]
	if tab[0] < page[0] || tab[0]+tab[2] > page[0]+page[2] {
		t.Errorf("the tab of the page in front is at %v, outside the page at %v", tab, page)
	}
}

func checkLedgerFile(t *testing.T, dir string, rows [][]string, boid string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "skein-ledger-*.csv"))
	if err != nil || len(files) != 1 {
		t.Fatalf("files %v, %v", files, err)
	}
	f, err := os.Open(files[0])
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	saved, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := 0
	for _, row := range rows {
		if row[4] == boid {
			want++
		}
	}
	if len(saved) != 1+want {
		t.Errorf("%d lines of boid %s were saved, want %d", len(saved)-1, boid, want)
	}
	for _, row := range saved[1:] {
		if row[4] != boid {
			t.Errorf("a saved line is about boid %s, want only the selected boid", row[4])
		}
	}
}

// TestWindowLedgerOfRecording clicks on a row of a recording's ledger. The window goes to the time one second
// before the escape. At the escape, the inspector gives the same explanation as skein stats. It also explains
// the decision with which the boid left.
func TestWindowLedgerOfRecording(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	rec := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", sceneWithLeaders(t), "--seconds", "8", "-o", rec, "-q")
	rows := escapes(t, rec)
	const at = 3
	p := launch(t, rec, "--size", "1200x800")
	p.key("space")
	p.wait("a pause", func(l *fly.LogLine) bool { return l.Paused })
	p.key("u")
	p.wait("the lines", func(l *fly.LogLine) bool { return l.Lines == len(rows) && l.Widgets["ledger.row.0"] != [4]int{} })
	p.waitFrames(6)
	p.click(p.pointOf(fmt.Sprintf("ledger.row.%d", at), 0.5, 0.5))
	when, _ := strconv.ParseFloat(rows[at][2], 64)
	if want := max(0, when-1); fmt.Sprint(p.last.Selected) != rows[at][4] || math.Abs(p.last.Shown-want) > 0.05 || p.last.Mode != "follow" {
		t.Errorf("the line %v leads to boid %d at %v s with the camera mode %s, want its boid, a second before, with follow", rows[at], p.last.Selected, p.last.Shown, p.last.Mode)
	}
	p.key("y")
	p.wait("why", func(l *fly.LogLine) bool { return strings.Contains(l.Why, "boid "+rows[at][4]+" ") })
	moment := fmt.Sprintf("%s@%.6f", rows[at][4], math.Floor(p.last.Shown*60+1e-6)/60)
	if want, _, _ := strings.Cut(must(t, "stats", rec, "--why", moment), "\n"); p.last.Why != want {
		t.Errorf("the inspector says %q, but the headless command %q", p.last.Why, want)
	}
	decided := when - 1.0/60 // the step from this tick began the escape
	p.wait("why it left", func(l *fly.LogLine) bool { return l.Left != "" && l.Widgets["inspector.tests"] != [4]int{} })
	if want, _, _ := strings.Cut(must(t, "stats", rec, "--why", fmt.Sprintf("%s@%.6f", rows[at][4], decided)), "\n"); p.last.Left != want || !strings.Contains(want, "breaks away") {
		t.Errorf("the inspector says about the escape %q, but the headless command %q", p.last.Left, want)
	}
}
