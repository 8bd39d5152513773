package program

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFigureErrorLines(t *testing.T) {
	scene := smallScene(t)
	for line, want := range map[string]string{
		"-o %s/a.svg":                                                 "a.svg is a figure, so it needs --figure with one of top, side, front, eye",
		"-o %s/a.pdf --frames 1":                                      "a.pdf is a figure, so it needs --figure",
		"-o %s/a.png --frames 1 --width 85":                           "--width needs --figure; use --size for the size of a picture",
		"-o %s/a.png --frames 1 --across 9":                           "--across needs --figure",
		"-o %s/a.png --frames 1 --markers arrows":                     "--markers needs --figure",
		"-o %s/a.png --frames 1 --steers":                             "--steers needs --figure",
		"-o %s/a.svg --figure above":                                  "--figure above: must be one of top, side, front, eye",
		"-o %s/a.mp4 --figure top":                                    "a.mp4: with --figure it must be one file that ends in .svg, .pdf or .png",
		"-o %s/##.svg --figure top":                                   "##.svg: with --figure it must be one file",
		"-o %s/a.svg --figure top --width 49":                         "--width 49: must be 50 to 1000 millimetres",
		"-o %s/a.svg --figure top --width NaN":                        "--width NaN: must be 50 to 1000 millimetres",
		"-o %s/a.svg --figure top --across 0":                         "--across 0: must be 0.1 to 100000 metres",
		"-o %s/a.svg --figure top --markers dots":                     "--markers dots: must be one of auto, arrows, outlines",
		"-o %s/a.svg --figure eye":                                    "--figure eye needs --boid N or --boid leader",
		"-o %s/a.svg --figure eye --boid leader":                      "--boid leader: no boid takes the lead in this time",
		"-o %s/a.svg --figure top --steers":                           "--steers needs --boid N or --boid leader",
		"-o %s/a.svg --figure top --boid 20":                          "--boid 20: must be 0 to 19, or leader",
		"-o %s/a.svg --figure top --size 9x9":                         "--size cannot be used with --figure; use --width, in millimetres",
		"-o %s/a.svg --figure top --samples 2":                        "--samples cannot be used with --figure",
		"-o %s/a.svg --figure top --transparent":                      "--transparent cannot be used with --figure",
		"-o %s/a.svg --figure top --camera orbit":                     "--camera cannot be used with --figure",
		"-o %s/a.svg --figure top --strip 25":                         "--strip 25: a figure has 1 to 24 panels",
		"-o %s/a.svg --figure top --frames 1-25":                      "25 pictures, but a figure has at most 24 panels",
		"-o %s/a.svg --figure top --frames 99":                        "--frames: frames 99: the recording has 1-30",
		"-o %s/a.svg --figure top --colour mood":                      "--colour mood: must be one of nothing, speed",
		"-o %s/a.svg --figure top --slurm 2":                          "--slurm or --openjd cannot be used with --figure",
		"-o %s/a.svg --figure top --traces some":                      "--traces some: must be one of none, all",
		"-o %s/a.svg --figure top --strip 24 --width 50 --frames 1-3": "--strip 24: must be at most 3, the number of pictures",
	} {
		dir := t.TempDir()
		args := append([]string{"render", scene, "--seconds", "1"}, strings.Fields(strings.ReplaceAll(line, "%s", dir))...)
		code, out, msg := skein(args...)
		if code == 0 || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 || out != "" {
			t.Errorf("%s: exit %d: %q, want %q", line, code, msg, want)
		}
		if remaining, _ := filepath.Glob(dir + "/*.*"); len(remaining) > 0 {
			t.Errorf("%s left %v", line, remaining)
		}
	}
}

// A figure of a recording has a shape for each bird in each panel, and --json describes its content. An
// existing figure is replaced only with --force; the new file is the same.
func TestFigureOfRecording(t *testing.T) {
	dir := t.TempDir()
	run, file := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "f.svg")
	must(t, "record", smallScene(t), "-o", run, "--seconds", "2", "-q")
	args := []string{"render", run, "--figure", "side", "-o", file, "--frames", "10,30,60", "--boid", "3", "--markers", "arrows", "--json", "-q"}
	code, out, msg := skein(args...)
	if code != 0 {
		t.Fatal(msg)
	}
	var sum struct {
		View    string    `json:"view"`
		Width   float64   `json:"width_mm"`
		Frames  []int     `json:"frames"`
		Seconds []float64 `json:"seconds"`
	}
	if err := json.Unmarshal([]byte(out), &sum); err != nil || sum.View != "side" || sum.Width != 85 || len(sum.Frames) != 3 || sum.Seconds[1] < 29./30-1e-6 || sum.Seconds[1] > 29./30+1e-6 {
		t.Errorf("%s: %v", out, err)
	}
	first, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	birds := 0
	for line := range strings.Lines(string(first)) {
		// a dart has four corners and the colour of a bird or of the chosen bird
		if strings.Count(line, "L") == 3 && strings.Contains(line, "fill:#") && (strings.Contains(line, "#4D4D4D") || strings.Contains(line, "#56B4E9") || strings.Contains(line, "#0072B2") || strings.Contains(line, "#E69F00")) {
			birds++
		}
	}
	if keys := strings.Count(string(first), ">boid 3<") + strings.Count(string(first), ">in sight of boid 3<") + strings.Count(string(first), ">leader<"); birds != 3*20+keys {
		t.Errorf("%d shapes of birds, want 60 and %d keys", birds, keys)
	}
	if code, _, msg := skein(args...); code == 0 || !strings.Contains(msg, "--force") {
		t.Errorf("replaced without --force: %d, %q", code, msg)
	}
	must(t, append(args, "--force")...)
	if second, _ := os.ReadFile(file); string(second) != string(first) {
		t.Error("the second figure differs from the first, want the same bytes")
	}
}

func TestFigureOfScenario(t *testing.T) {
	scene := smallScene(t)
	for _, c := range []struct{ args, file, has string }{
		{"--figure top --steers --boid 3", "a.svg", ">sum of the steering forces<"},
		{"--figure eye --boid 5", "b.svg", "above boid"},
		{"--figure front --bones --links --traces all", "c.svg", ">outline of the flock (convex hull)<"},
		{"--figure side --colour rule", "d.svg", ">share of "},
		{"--figure side --colour speed --strip 2", "e.svg", ">speed<"},
		{"--figure side --markers outlines --no-legend", "f.pdf", "%PDF-"},
		{"--figure top --across 5", "g.png", "pHYs"},
	} {
		file := filepath.Join(t.TempDir(), c.file)
		must(t, append([]string{"render", scene, "-o", file, "--seconds", "3", "-q"}, strings.Fields(c.args)...)...)
		if data, err := os.ReadFile(file); err != nil || !strings.Contains(string(data), c.has) {
			t.Errorf("%s: %d bytes without %q (%v)", c.args, len(data), c.has, err)
		}
	}
}
