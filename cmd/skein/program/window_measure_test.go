//go:build cgo && !nowindow && linux

package program

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"image/png"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
	"skein/flock/scenario"
)

// fieldFigures returns the scorecard that skein stats prints for a recording. The keys are the names in the
// window's log.
func fieldFigures(t *testing.T, file string) map[string]float64 {
	t.Helper()
	var doc struct {
		Field struct {
			Rows []struct {
				Key     string                     `json:"key"`
				Value   *float64                   `json:"value"`
				Figures []struct{ Value *float64 } `json:"figures"`
			} `json:"rows"`
		} `json:"field"`
	}
	if err := json.Unmarshal([]byte(must(t, "stats", "--field", "--json", "-q", file)), &doc); err != nil {
		t.Fatal(err)
	}
	all := map[string]float64{}
	for _, r := range doc.Field.Rows {
		if r.Figures == nil && r.Value != nil {
			all[r.Key+".0"] = *r.Value
		}
		for k, f := range r.Figures {
			if f.Value != nil {
				all[fmt.Sprintf("%s.%d", r.Key, k)] = *f.Value
			}
		}
	}
	return all
}

// sameFigures waits until the scorecard in the window covers the whole recording, and compares it with
// the scorecard of skein stats.
func (p *windowDriver) sameFigures(file string, end float64) {
	p.Helper()
	p.wait("all seconds measured", func(l *fly.LogLine) bool {
		return l.Field != nil && l.Field.Behind == 0 && math.Abs(l.Field.To-end) < 1e-3
	})
	want := fieldFigures(p.T, file)
	if len(want) < 15 || len(p.last.Field.Figures) != len(want) {
		p.Errorf("%s: the page has %d figures, the command prints %d, want the same number, at least 15", file, len(p.last.Field.Figures), len(want))
	}
	for key, x := range want {
		if got, there := p.last.Field.Figures[key]; !there || got != x {
			p.Errorf("%s: %s is %v on the page, but the command prints %v", file, key, got, x)
		}
	}
}

func flightOf40(t *testing.T, seconds string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", "murmuration", "--count", "40", "--seed", "9", "--seconds", seconds, "-o", file, "-q")
	return file
}

func TestWindowField(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	run := flightOf40(t, "7")
	p := launch(t, run, "--size", "1200x800")
	p.key("End")
	p.choose("menu.window", "menu.window.scorecard")
	p.wait("its rows", func(l *fly.LogLine) bool { return l.Widgets["field.polarization.0"] != [4]int{} })
	for _, row := range []string{"nearest.0", "density.0", "gamma.1", "kept.1", "turn.2", "speed.0", "opacity.0"} {
		p.pointOf("field."+row, 0.5, 0.5) // this scrolls to the row
	}
	p.sameFigures(run, 7-1./30)
	p.key("Home")
	p.wait("another place", func(l *fly.LogLine) bool { return l.Field != nil && l.Field.To < 0.1 })
	if _, known := p.last.Field.Figures["kept.1"]; known {
		t.Error("the share of neighbours kept after 3.5 s is known at once")
	}

	dir := t.TempDir()
	table, tracked := filepath.Join(dir, "tracks.csv"), filepath.Join(dir, "tracks.mcap")
	must(t, "export", run, "-o", table, "-q")
	must(t, "import", table, "-o", tracked, "-q")
	p.xdotool("key", "ctrl+q")
	<-p.done
	p = launch(t, tracked, "--size", "1200x800")
	p.key("End")
	p.key("shift+f")
	p.sameFigures(tracked, 7-1./30)
}

func TestWindowFieldLives(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1200x800")
	p.key("shift+f")
	p.wait("a first figure", func(l *fly.LogLine) bool { return l.Field != nil && l.Field.Figures["nearest.0"] > 0 })
	if _, known := p.last.Field.Figures["kept.1"]; known && p.last.Field.To-p.last.Field.From < 3.4 {
		t.Error("the share of neighbours kept after 3.5 s is known too early")
	}
	p.wait("the share of neighbours kept after 3.5 s", func(l *fly.LogLine) bool { return l.Field != nil && l.Field.Figures["kept.1"] > 0 })
	before := p.last.Field.To
	p.key("r")
	p.wait("another flight", func(l *fly.LogLine) bool { return l.Field != nil && l.Field.From < 1 && l.Field.To < before })
	p.key("ctrl+z")
	p.wait("the flight before the restart", func(l *fly.LogLine) bool {
		return l.Field != nil && l.Field.From < 1 && l.Field.To > before-0.5 && l.Field.Figures["kept.1"] > 0
	})
	p.key("shift+f")
	if p.last.Field != nil {
		t.Error("the scorecard is still open")
	}
}

func TestWindowPlots(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	run := flightOf40(t, "6")
	p := launchSeen(t, run, "--size", "1200x800")
	p.key("space")
	p.choose("menu.window", "menu.window.plots")
	p.choose("plots.measures", "plots.measures.speed", "plots.measures.clusters")
	p.key("Escape")
	p.choose("plots.histograms", "plots.measures.h_nearest")
	p.key("Escape")
	p.wait("the plots", func(l *fly.LogLine) bool {
		return l.Widgets["plots.graph.speed"] != [4]int{} && l.Widgets["plots.histogram.h_nearest"] != [4]int{}
	})
	p.moveTo(p.pointOf("plots.graph.speed", 0.5, 0.5))
	p.xdotool("click", "--repeat", "3", "4") // the wheel zooms the plot, but the saved table is still complete
	p.waitFrames(20)
	p.click(p.pointOf("plots.csv", 0.5, 0.5))
	p.wait("the tables", func(l *fly.LogLine) bool { return strings.Contains(l.Said, "skein-histograms") })

	var doc struct {
		Runs []struct {
			Series []map[string]float64 `json:"series"`
		} `json:"runs"`
	}
	if err := json.Unmarshal([]byte(must(t, "stats", run, "--json", "--every", "0.1")), &doc); err != nil {
		t.Fatal(err)
	}
	series := doc.Runs[0].Series
	rows := p.savedTable("skein-plots-*.csv")
	if want := []string{"seconds", "polarization", "speed", "nearest", "clusters"}; strings.Join(rows[0], " ") != strings.Join(want, " ") || len(rows) != len(series)+1 || len(rows) != 61 {
		t.Fatalf("the file has %d lines with the columns %v, want %d with %v", len(rows)-1, rows[0], len(series), want)
	}
	for k, row := range rows[1:] {
		for i, key := range rows[0] {
			if got, _ := strconv.ParseFloat(row[i], 64); math.Abs(got-series[k][key]) > 1e-6*(1+math.Abs(got)) {
				t.Fatalf("at %s s %s is %s, but the command prints %v", row[0], key, row[i], series[k][key])
			}
		}
	}
	birds := 0
	for _, row := range p.savedTable("skein-histograms-*.csv")[1:] {
		n, _ := strconv.Atoi(row[3])
		birds += n
	}
	if birds != 40 {
		t.Errorf("the histogram counts %d birds, want 40", birds)
	}

	p.choose("plots.figure", "plots.figure.svg")
	p.wait("the figure", func(l *fly.LogLine) bool {
		return strings.Contains(l.Said, "skein-plots") && strings.Contains(l.Said, ".svg")
	})
	for _, want := range []string{`width="170mm"`, ">polarization<", ">speed, m/s<", ">nearest neighbour, m<", ">clusters<", ">time, s<", ">birds at ", ">distance to nearest bird, m<"} {
		if figure := p.savedFile("skein-plots-*.svg"); !strings.Contains(figure, want) {
			t.Errorf("the figure lacks %q", want)
		}
	}
	p.choose("plots.figure", "plots.figure.png")
	p.wait("the PNG", func(l *fly.LogLine) bool {
		return strings.Contains(l.Said, "skein-plots") && strings.Contains(l.Said, ".png")
	})
	size, err := png.DecodeConfig(strings.NewReader(p.savedFile("skein-plots-*.png")))
	if want := 170 / 25.4 * 300; err != nil || math.Abs(float64(size.Width)-want) > 1 {
		t.Errorf("the PNG is %d pixels wide (error %v), want %.0f", size.Width, err, want)
	}
}

func (p *windowDriver) savedFile(pattern string) string {
	p.Helper()
	files, _ := filepath.Glob(filepath.Join(p.dir, pattern))
	if len(files) != 1 {
		p.Fatalf("%s: %v", pattern, files)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		p.Fatal(err)
	}
	return string(data)
}

func (p *windowDriver) savedTable(pattern string) [][]string {
	p.Helper()
	rows, err := csv.NewReader(strings.NewReader(p.savedFile(pattern))).ReadAll()
	if err != nil || len(rows) < 2 {
		p.Fatalf("%s has %d lines (error %v), want a header and some values", pattern, len(rows), err)
	}
	return rows
}

func TestWindowPresets(t *testing.T) {
	if testing.Short() {
		t.Skip("-short skips tests that open a window")
	}
	p := launch(t, "murmuration", "--count", "40", "--size", "1200x800")
	p.key("space")
	p.slide("separation", 0.4, 0.8)
	tight := p.param("separation")
	p.choose("menu.window", "menu.window.presets")
	p.click(p.pointOf("presets.name", 0.3, 0.5))
	p.xdotool("type", "--delay", "60", "tight")
	p.waitFrames(6)
	p.click(p.pointOf("presets.save", 0.5, 0.5))
	p.wait("the preset", func(l *fly.LogLine) bool { return strings.Contains(l.Said, "saved the preset tight") })
	files, _ := filepath.Glob(filepath.Join(p.config(), "skein", "presets", "*.toml"))
	if len(files) != 1 || filepath.Base(files[0]) != "tight.toml" {
		t.Fatalf("files %v", files)
	}
	must(t, "scenario", "check", files[0])

	p.slide("separation", 0.8, 0.2)
	loose := p.param("separation")
	if loose == tight {
		t.Fatal("separation was not edited")
	}
	p.click(p.pointOf("presets.own.tight", 0.3, 0.5))
	if got := p.param("separation"); got != tight {
		t.Errorf("separation is %v after the preset, want %v", got, tight)
	}
	p.key("ctrl+z")
	if got := p.param("separation"); got != loose {
		t.Errorf("separation is %v after undo, want %v", got, loose)
	}
	paper, err := scenario.Builtin("paper")
	if err != nil {
		t.Fatal(err)
	}
	p.choose("menu.edit", "menu.edit.presets", "menu.edit.presets.paper_(scene)")
	if got := p.param("cohesion"); math.Abs(got-float64(paper.Params.Float("cohesion"))) > 1e-6 || p.param("count") != 40 {
		t.Errorf("the preset paper gives cohesion %v and %v boids, want the scene's cohesion and 40", got, p.param("count"))
	}
	p.key("ctrl+z")
	p.click(p.pointOf("presets.own.tight.delete", 0.5, 0.5))
	if _, err := os.Stat(files[0]); err != nil {
		t.Error("one click deleted the preset, want a question first")
	}
	p.click(p.pointOf("presets.own.tight.delete", 0.5, 0.5))
	p.wait("no preset", func(l *fly.LogLine) bool { return l.Widgets["presets.own.tight"] == [4]int{} })
	if _, err := os.Stat(files[0]); err == nil {
		t.Error("the deleted preset's file still exists")
	}
	t.Run("A or B is shown", p.subtest(showsSides))
	p.choose("menu.window", "menu.window.presets") // closes the window of the presets, which covers the tabs of other pages
	t.Run("a group is reset", p.subtest(resetsGroup))
}

func showsSides(p *windowDriver) {
	if p.last.Side != "" || p.last.Widgets["menu.ab.A"] != [4]int{} {
		p.Errorf("the menu shows the side %q before anything is compared", p.last.Side)
	}
	a := p.param("separation")
	p.click(p.pointOf("ab.begin", 0.5, 0.5))
	p.wait("B", func(l *fly.LogLine) bool { return l.Side == "B" && l.Widgets["menu.ab.A"] != [4]int{} })
	p.slide("separation", 0.3, 0.7)
	b := p.param("separation")
	p.clickOn(p.last.Widgets["menu.ab.A"])
	p.wait("A", func(l *fly.LogLine) bool { return l.Side == "A" && p.param("separation") == a })
	p.clickOn(p.last.Widgets["menu.ab.A"])
	p.clickOn(p.last.Widgets["ab.B"])
	p.wait("B again", func(l *fly.LogLine) bool { return l.Side == "B" && p.param("separation") == b })
}

func resetsGroup(p *windowDriver) {
	group, far := p.param("steer_limit"), p.param("separation")
	p.slide("steer_limit", 0.2, 0.6)
	if p.param("steer_limit") == group {
		p.Fatal("steer_limit was not edited")
	}
	p.moveTo(p.pointOf("group.Steering", 0.5, 0.5))
	p.xdotool("click", "3")
	p.choose("reset.group")
	if got := p.param("steer_limit"); got != group {
		p.Errorf("steer_limit is %v after its group's reset, want %v", got, group)
	}
	if p.param("separation") != far {
		p.Error("another page was reset, too")
	}
}
