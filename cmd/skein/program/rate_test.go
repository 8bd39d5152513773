package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A rate such as 30000/1001 is written exactly in every format. A file name may contain the frame number in
// the form that printf uses.
func TestTelevisionRates(t *testing.T) {
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "1.1", "-q")
	for _, fps := range []string{"30000/1001", "29.97"} {
		to := filepath.Join(dir, strings.ReplaceAll(fps, "/", "-"))
		if err := os.Mkdir(to, 0o777); err != nil {
			t.Fatal(err)
		}
		export := func(args ...string) string {
			return must(t, append([]string{"export", rec, "--fps", fps, "-q"}, args...)...)
		}
		if out := export("-o", to+"/a.parquet", "--json"); !strings.Contains(out, `"frames": 32`) || !strings.Contains(out, `"fps": 29.97002997002997`) {
			t.Errorf("%s: %s", fps, out)
		}
		export("-o", to+"/a.usda")
		export("-o", to+"/a%03d.csv")
		export("--to", "blender", to+"/stage")
		for name, want := range map[string]string{
			"a.usda":           "    timeCodesPerSecond = 29.97002997002997\n",
			"a.parquet":        "29.97002997002997",
			"a031.csv":         "\n31,1.001,0,",
			"stage/scene.json": `"fps": 29.97002997002997`,
		} {
			data, err := os.ReadFile(filepath.Join(to, name))
			if err != nil || !strings.Contains(string(data), want) {
				t.Errorf("%s does not contain %q (error %v)", name, want, err)
			}
		}
	}
	for line, want := range map[string]string{
		"record murmuration -o a.mcap --fps 30000/1001": "--fps: 30000/1001: must be a whole number such as 30, because frames of a simulation fall on ticks; export and render accept 30000/1001",
		"stats murmuration --fps 29.97":                 "--fps: 29.97: must be a whole number such as 30, because measurements fall on ticks or recorded frames",
		"stats " + rec + " --fps 30000/1001":            "--fps: 30000/1001: must be a whole number such as 30, because measurements fall on ticks or recorded frames",
		"stats murmuration --fps x":                     `--fps: "x": must be 0.00001 to 10000 frames per second`,
		"record murmuration -o a.mcap --fps 24":         "such as 20 or 30; export and render accept any --fps",
		"export " + rec + " -o a.csv --fps 24/0":        `--fps: "24/0": must be 0.00001 to 10000 frames per second`,
		"export " + rec + " -o a.csv --fps 0":           `--fps: "0": must be 0.00001 to 10000 frames per second`,
		"export " + rec + " -o a.csv --fps NaN":         `--fps: "NaN": must be 0.00001 to 10000 frames per second`,
		"export " + rec + " -o a_%4d.csv":               "--output a_%4d.csv: use #### or %04d for the frame number",
		"export " + rec + " -o a_%04d.glb":              "only .csv can have one file per frame",
	} {
		code, _, msg := skein(strings.Fields(line)...)
		if code != exitUsage || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("skein %s: exit code %d, message %q; want one line with %q", line, code, msg, want)
		}
	}
}
