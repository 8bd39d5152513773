package program

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// If a command gets a file of the wrong kind, the error says what the file is and how to use it. For an
// unknown word, the error suggests a similar known one.
func TestWrongKinds(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"my.toml":     "version = 1\nwarm_up = 0.0\nparams.count = 9\n",
		"camera.toml": "version = 1\n[[key]]\ntime = 0.0\nposition = [0, 9, 9]\nlook = [0, 0, -1]\n",
		"false.mcap":  "version = 1\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir("runs", 0o777); err != nil {
		t.Fatal(err)
	}
	must(t, "record", "my.toml", "-o", "run.mcap", "--seconds", "0.1", "-q")
	for line, want := range map[string]string{
		"export murmuration -o a.csv":                "murmuration is a scenario, not a recording; record it first: skein record murmuration -o murmuration.mcap",
		"export runs/../my.toml -o a.csv":            "is a scenario, not a recording; record it first: skein record runs/../my.toml -o my.mcap",
		"export parrot.glb -o a.csv":                 "parrot.glb has the extension of a glTF model (skein bird parrot.glb inspects it); this command needs a recording (.mcap)",
		"record starling -o a.mcap":                  `starling is a bird (--bird starling draws a flock of it); did you mean the scene "starlings"?`,
		"record plain-2d -o a.mcap":                  `"plain-2d" is a model, not a scenario; scenarios with this model: fish`,
		"export goose -o a.csv":                      "goose is a bird (skein bird goose",
		"record falcon --bird falcon -o a.csv":       "--output a.csv: must be a name that ends in .mcap",
		"export run.mcp -o a.csv":                    `run.mcp: no such file or directory, did you mean "run.mcap"?`,
		"run.mcp":                                    `did you mean "run.mcap"?`,
		"render runn.mcap -o b.mp4":                  `did you mean "run.mcap"?`,
		"export run.mcap":                            "--to blender DIR, --to godot DIR, --to unity DIR",
		"export a.csv -o b.csv":                      "a.csv is a table (skein import a.csv -o run.mcap makes a recording of its tracks); this command needs a recording",
		"export runs -o b.csv":                       "runs is a folder (name a file in it); this command needs a recording",
		"record --resume my.toml":                    "my.toml is a scenario, not a recording; record it first",
		"record --verify murmuration":                "murmuration is a scenario, not a recording; record it first",
		"record parrot.glb -o b.mcap":                "parrot.glb has the extension of a glTF model (--bird parrot.glb draws a flock of it); this command needs a scenario",
		"record camera.toml -o b.mcap":               "camera.toml is a camera file (--camera camera.toml follows its path); this command needs a scenario",
		"record shot.mp4 -o b.mcap":                  "shot.mp4 is a picture or a film",
		"render parrot.glb -o b.mp4":                 "parrot.glb has the extension of a glTF model",
		"render a.usdz -o b.mp4":                     "a.usdz is an export",
		"fly parrot.glb":                             "parrot.glb has the extension of a glTF model (--bird parrot.glb draws a flock of it)",
		"parrot.glb":                                 "parrot.glb has the extension of a glTF model",
		"camera.toml":                                "camera.toml is a camera file",
		"runs":                                       "runs is a folder",
		"stats a.parquet":                            "a.parquet is a table (skein import a.parquet",
		"stats runs":                                 "runs is a folder",
		"bird run.mcap":                              "run.mcap is a recording (skein run.mcap plays it); this command needs a glTF model",
		"bird my.toml":                               "my.toml is a scenario (skein my.toml flies through it); this command needs a glTF model",
		"record my.toml --bird run.mcap -o a.mcap":   "run.mcap is a recording",
		"scenario show run.mcap":                     "run.mcap is a recording",
		"scenario check camera.toml":                 "camera.toml is a camera file",
		"render run.mcap -o ##.png --camera my.toml": "--camera my.toml is a scenario; use a camera file, which contains [[key]] tables",
		"bench --crowd run.mcap":                     "run.mcap is a recording",
		"export false.mcap -o a.csv":                 "false.mcap: not a recording",

		"rende":                              `unknown command "rende", did you mean "render"?`,
		"rednder run.mcap -o a.mp4":          `unknown command "rednder", did you mean "render"?`,
		"-q --json flyy":                     `unknown command "flyy", did you mean "fly"?`,
		"murmurtion":                         `unknown command "murmurtion", did you mean "murmuration"?`,
		"zzzzzz":                             `unknown command "zzzzzz"; use one of fly, record, `,
		"record zzzzzz -o a.mcap":            `unknown scenario "zzzzzz"; use a built-in one`,
		"help rende":                         `did you mean "render"?`,
		"help scenario lst":                  `did you mean "list"?`,
		"none.toml":                          "none.toml: no such file",
		"render run.mcap -o a.mp4 --frmes 3": `unknown flag --frmes, did you mean "--frames"?`,
		"render run.mcap -o ##.png --camera obit": `--camera obit: must be fly, orbit, follow, eye, auto, leader, director or a camera file (.toml, .csv, .parquet, .glb, .gltf, .usda, .usdc, .usd, .usdz), did you mean "orbit"?`,
		"export run.mcap --to blendr a":           `did you mean "blender"?`,
		"bird gooze":                              `no built-in bird "gooze"; choose from: starling, goose, gull, falcon, did you mean "goose"?`,
		"record my.toml --bird gul -o b.mcap":     `did you mean "gull"?`,
		"bench --crowd bal":                       `--crowd bal: must be ball, box, blob, or a scenario, did you mean "ball"?`,
		"bench --boids 9 --neighbourhood neares":  `did you mean "nearest"?`,
		"stats my.toml --sweep falloff=linaer":    `did you mean "linear"?`,
	} {
		code, _, msg := skein(strings.Fields(line)...)
		if code != exitUsage && code != exitFailed || !strings.HasPrefix(msg, "skein: ") || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 || len(msg) > 220 {
			t.Errorf("skein %s: exit code %d, message %q of %d bytes; want one short line with %q", line, code, msg, len(msg), want)
		}
	}
	if remaining, _ := filepath.Glob("*"); len(remaining) != 5 {
		t.Errorf("files now: %v", remaining)
	}
}

func TestVersionAndExitCodes(t *testing.T) {
	want := must(t, "version")
	for _, line := range []string{"--version", "export --version", "-q --version"} {
		if got := must(t, strings.Fields(line)...); got != want {
			t.Errorf("%s prints %q, want %q", line, got, want)
		}
	}
	if got := must(t, "--version", "--json"); got != must(t, "version", "--json") {
		t.Errorf("got %s", got)
	}
	for _, line := range []string{"help", "--help", "-h"} {
		if help := must(t, line); !strings.Contains(help, "\n  130    Stopped by Ctrl-C") || strings.Count(help, "Exit codes:") != 1 {
			t.Errorf("%s does not list the exit codes:\n%s", line, help)
		}
	}
	if help := must(t, "help", "render"); strings.Contains(help, "Exit codes") {
		t.Error("a command's own help lists the exit codes, too")
	}
}

func TestOddWords(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"export", "run.mcap", "-o", "a.csv", "--frames", ""}, "the value after --frames is empty; give one, or leave the flag out"},
		{[]string{"export", "run.mcap", "-o", "a.csv", "--frames="}, "--frames has no value; give one, or leave the flag out"},
		{[]string{"record", ""}, "argument 2 is empty; give a name, or leave the argument out"},
		{[]string{""}, "argument 1 is empty"},
		{[]string{"export", "\x1b[31m.mcap", "-o", "a.csv"}, `\x1b[31m.mcap`},
		{[]string{"scenario", "check", "\x1b[31m.toml", "a\tb.toml"}, `a\tb.toml`},
	} {
		code, _, msg := skein(c.args...)
		if code == 0 || !strings.Contains(msg, c.want) || strings.Contains(msg, "\x1b") || c.args[0] != "scenario" && strings.Count(msg, "\n") != 1 {
			t.Errorf("skein %q: exit code %d, message %q; want one line with %q", c.args, code, msg, c.want)
		}
	}
}
