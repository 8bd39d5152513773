package program

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"
)

// A wrong value for the exposure is refused with one line. So is a flag that needs --samples without it.
func TestExposureFlags(t *testing.T) {
	scene := small(t)
	for _, c := range []struct{ args, want string }{
		{"--samples 0", "--samples 0: must be 1 to 65536"},
		{"--samples=-3", "--samples -3: must be 1 to 65536"},
		{"--samples 1000000", "--samples 1000000: must be 1 to 65536"},
		{"--samples nan", "--samples"},
		{"--samples 4 --shutter 361", `--shutter: "361": must be 0 to 360 degrees`},
		{"--samples 4 --shutter=-1", `"-1": must be 0 to 360 degrees`},
		{"--samples 4 --shutter nan", `"nan": must be 0 to 360 degrees`},
		{"--samples 4 --shutter 101%", `"101%": must be 0 to 360 degrees`},
		{"--samples 4 --aperture=-0.1", `"-0.1": must be f/0.1 to f/1000`},
		{"--samples 4 --aperture f/0", `"f/0": must be f/0.1 to f/1000`},
		{"--samples 4 --aperture inf", `"inf": must be f/0.1 to f/1000`},
		{"--samples 4 --aperture NaN", `"NaN": must be f/0.1 to f/1000`},
		{"--samples 4 --focus 0", `"0": must be auto, or 0.05 to 100000 metres`},
		{"--samples 4 --focus here", `"here": must be auto, or 0.05 to 100000 metres`},
		{"--shutter 90", "--shutter needs --samples"},
		{"--aperture 0.1", "--aperture needs --samples"},
	} {
		dir := t.TempDir()
		args := append([]string{"render", scene, "-o", filepath.Join(dir, "##.png"), "--seconds", "0.1"}, strings.Fields(c.args)...)
		code, out, msg := skein(args...)
		if code != exitUsage || !strings.Contains(msg, c.want) || strings.Count(msg, "\n") != 1 || out != "" {
			t.Errorf("%s: exit code %d, message %q; want one line with %q", c.args, code, msg, c.want)
		}
		if left, _ := os.ReadDir(dir); len(left) > 0 {
			t.Errorf("%s left %v", c.args, left)
		}
	}
}

// resolved inserts values into the format string of a template (2023-09-Template-Schemas, 7.3). In a format
// string, the name of a value is between double braces.
func resolved(t *testing.T, text string, values map[string]string) (out string) {
	t.Helper()
	for {
		before, rest, open := strings.Cut(text, "{{")
		if strings.Contains(before, "}}") {
			t.Fatalf("closing braces without opening ones in %q", text)
		}
		out += before
		if !open {
			return out
		}
		name, after, closed := strings.Cut(rest, "}}")
		value, known := values[strings.TrimSpace(name)]
		if !closed || !known {
			t.Fatalf("{{%s}} is not a known value, or is not closed, in %q", name, text)
		}
		out, text = out+value, after
	}
}

// checkTemplate checks a job template against 2023-09-Template-Schemas: the properties of its objects, the
// lengths of names, the form of an integer range, and the characters in strings.
func checkTemplate(t *testing.T, text string) {
	t.Helper()
	type object = map[string]any
	var root object
	if err := json.Unmarshal([]byte(text), &root); err != nil {
		t.Fatal(err)
	}
	at := func(from any, path ...any) any {
		for _, key := range path {
			switch k := key.(type) {
			case string:
				from = from.(object)[k]
			case int:
				from = from.([]any)[k]
			}
		}
		return from
	}
	keys := func(of any, allowed string) {
		t.Helper()
		for key := range of.(object) {
			if !slices.Contains(strings.Fields(allowed), key) {
				t.Errorf("property %s is not one of %s", key, allowed)
			}
		}
	}
	limited := func(what string, v any, most int) {
		t.Helper()
		s := v.(string)
		if len([]rune(s)) < 1 || len([]rune(s)) > most || strings.ContainsFunc(s, unicode.IsControl) {
			t.Errorf("%s %q: want 1 to %d characters, none of them a control", what, s, most)
		}
	}
	step := at(root, "steps", 0)
	space, script := at(step, "parameterSpace"), at(step, "script")
	param, run := at(space, "taskParameterDefinitions", 0), at(script, "actions", "onRun")
	keys(root, "specificationVersion $schema extensions name description parameterDefinitions jobEnvironments steps")
	keys(step, "name description dependencies stepEnvironments hostRequirements parameterSpace script")
	keys(space, "taskParameterDefinitions combination")
	keys(param, "name type range")
	keys(script, "actions embeddedFiles")
	keys(at(script, "actions"), "onRun")
	keys(run, "command args timeout cancelation")
	keys(at(run, "cancelation"), "mode notifyPeriodInSeconds")
	limited("job", at(root, "name"), 128)
	limited("step", at(step, "name"), 64)
	limited("command", at(run, "command"), math.MaxInt)
	for _, arg := range at(run, "args").([]any) {
		limited("argument", arg, math.MaxInt)
	}
	if r := at(param, "range").(string); !regexp.MustCompile(`^-?\d+-\d+$`).MatchString(r) || at(param, "type") != "INT" {
		t.Errorf("range %q of %v", r, at(param, "type"))
	}
	if s := at(run, "cancelation", "notifyPeriodInSeconds").(float64); s < 1 || s > 600 || at(run, "cancelation", "mode") != "NOTIFY_THEN_TERMINATE" {
		t.Errorf("the program is cancelled within %v s, want 1 to 600 after a signal", s)
	}
}

// A farm job contains the same command line, quoted for a shell, without the flag that asked for the job.
func TestFarmJobs(t *testing.T) {
	args := []string{"render", "it's a run.mcap", "-o", "my shots/####.png", "--size", "64x36"}
	want := append(args[:len(args):len(args)], "--resume", "--shard", "3/5")
	check := func(script string) {
		t.Helper()
		sh := exec.Command("bash", "-c", `cd() { :; }; exec() { shift; printf '%s\n' "$@"; }; `+"\n"+script)
		sh.Env = append(sh.Environ(), "SLURM_ARRAY_TASK_ID=3")
		out, err := sh.Output()
		if err != nil {
			t.Fatalf("%v in:\n%s", err, script)
		}
		if got := strings.Split(strings.TrimSpace(string(out)), "\n"); !reflect.DeepEqual(got, want) {
			t.Errorf("the first part runs %q, want %q", got, want)
		}
	}
	script := must(t, append(args, "--slurm", "5")...)
	check(script)
	if !strings.HasPrefix(script, "#!/bin/bash\n") || !strings.Contains(script, "\n#SBATCH --array=1-5\n") {
		t.Errorf("the script is not an array of 5 tasks:\n%s", script)
	}
	var template struct {
		SpecificationVersion, Name string
		Steps                      []struct {
			ParameterSpace struct {
				TaskParameterDefinitions []struct{ Name, Type, Range string }
			}
			Script struct {
				Actions struct {
					OnRun struct {
						Command string
						Args    []string
					}
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(must(t, append(args, "--openjd=5")...)), &template); err != nil {
		t.Fatal(err)
	}
	step := template.Steps[0]
	part := step.ParameterSpace.TaskParameterDefinitions[0]
	if template.SpecificationVersion != "jobtemplate-2023-09" || part.Range != "1-5" || part.Type != "INT" {
		t.Errorf("got %+v", template)
	}
	run := step.Script.Actions.OnRun
	check(strings.ReplaceAll(run.Args[1], "{{Task.Param."+part.Name+"}}", "3"))

	odd := []string{"render", "it's {{a}} {{{b}}.mcap", "-o", strings.Repeat("long", 99) + "_####.png"}
	want = append(odd[:4:4], "--resume", "--shard", "3/1")
	text := must(t, append(odd, "--openjd=1")...)
	if err := json.Unmarshal([]byte(text), &template); err != nil {
		t.Fatal(err)
	}
	checkTemplate(t, text)
	check(resolved(t, template.Steps[0].Script.Actions.OnRun.Args[1], map[string]string{"Task.Param.Part": "3"}))
	if code, out, msg := skein("render", "a\nb.mcap", "-o", "##.png", "--openjd", "2"); code != exitUsage || out != "" || !strings.Contains(msg, "control character") {
		t.Errorf("a file name of two lines: exit code %d, output %q; want a usage error: %s", code, out, msg)
	}

	for line, want := range map[string]string{
		"--slurm=-2":            "--slurm -2: must be 1 to",
		"--slurm -2":            "--slurm -2: must be 1 to",
		"--openjd 0":            "--openjd 0: must be 1 to",
		"--slurm 2 --openjd 2":  "cannot be used together",
		"--slurm 2 --shard 1/2": "--shard cannot be used with --slurm or --openjd",
		"--slurm 2 -o a.mp4":    "--output a.mp4 is one file",
	} {
		code, _, msg := skein(append([]string{"render", "run.mcap", "-o", "a##.png"}, strings.Fields(line)...)...)
		if code != exitUsage || !strings.Contains(msg, want) {
			t.Errorf("%s: exit code %d, message %q; want a usage error with %q", line, code, msg, want)
		}
	}
}

// Two kinds of jobs give a warning: one that Slurm would refuse by default, and one with more parts than
// pieces of work.
func TestFarmJobWarnings(t *testing.T) {
	rec := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", small(t), "-o", rec, "--seconds", "0.2", "-q")
	sweep := "record murmuration --sweep seed=1:"
	for line, want := range map[string]string{
		sweep + "2000 -o r --slurm 1000":                 "",
		sweep + "2000 -o r --slurm 1001":                 "--slurm 1001: most clusters allow at most 1000 tasks in an array; check MaxArraySize",
		sweep + "2000 -o r --openjd 1001":                "",
		sweep + "20 -o r --openjd 21":                    "--openjd 21: there is only work for 20 parts",
		sweep + "20 -o r --slurm 20":                     "",
		"render " + rec + " -o s/##.png --slurm 7":       "--slurm 7: there is only work for 6 parts",
		"render " + rec + " -o s/##.png --slurm 6":       "",
		"render none.mcap -o s/##.png --slurm 1001":      "MaxArraySize",
		"render none.mcap -o s/##.png --slurm 1000 -q":   "",
		"render " + rec + " -o s/##.png --slurm 1001 -q": "",
	} {
		code, out, msg := skein(strings.Fields(line)...)
		if strings.Contains(msg, "built without OpenGL") {
			continue
		}
		if lines := strings.Count(msg, "\n"); code != exitDone || out == "" || !strings.Contains(msg, want) || want == "" && lines > 0 {
			t.Errorf("%s: exit code %d, message %q; want 0 and a message with %q", line, code, msg, want)
		}
	}
}

// If a model has no leadership, a camera that follows leaders is refused with one line.
func TestNobodyLeads(t *testing.T) {
	dir := t.TempDir()
	rec, scene := dir+"/run.mcap", dir+"/mine.toml"
	must(t, "record", "parker", "-o", rec, "--seconds", "0.2", "--count", "5", "-q")
	if err := os.WriteFile(scene, []byte("version = 1\nmodel = \"parker\"\n[camera]\nmode = \"leader\"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"render " + rec + " --camera leader":                 "--camera leader: boids of the model parker never take the lead",
		"render parker --camera leader":                      "--camera leader: boids of the model parker never take the lead",
		"render " + rec + " --camera eye --boid leader":      "--boid leader: boids of the model parker never take the lead",
		"render " + scene:                                    "the scene's camera, leader: boids of the model parker never take the lead",
		"fly parker --frames 1 --headless x --camera leader": "--camera leader: boids of the model parker never take the lead",
	} {
		if strings.HasPrefix(line, "render") {
			line += " -q -o " + dir + "/##.png"
		}
		code, _, msg := skein(strings.Fields(line)...)
		if code != exitUsage || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("skein %s: exit code %d, message %q; want one line with %q", line, code, msg, want)
		}
	}
}

// Wrong usage of render gives one line of error before anything is drawn.
func TestRenderErrorLines(t *testing.T) {
	dir := t.TempDir()
	rec := dir + "/run.mcap"
	must(t, "record", small(t), "-o", rec, "--seconds", "1", "-q")
	for _, name := range []string{"dir.png", "dir30.png"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"-o %s/a.png":                      "a.png is one picture, but there are 30 frames",
		"-o %s/#a#.png":                    "use one run of #",
		"-o %s/%%4d.png":                   "use #### or %%04d for the frame's number, not %%4d",
		"-o %s/#_%%04d.png":                "use one run of # or one %%04d",
		"-o %s/a.bmp":                      "must be a name that ends in .png",
		"-o %s/##.png --frames 31":         "--frames: frames 31: the recording has 1-30",
		"-o %s/##.png --frames 0":          `--frames: frames "0": must be a list`,
		"-o %s/##.png --frames 9 --fps 8":  "--frames: frames 9: the recording has 1-8",
		"-o %s/##.png --fps 0":             `--fps: "0": must be 0.001 to 10000 frames per second, such as 24, 29.97 or 30000/1001`,
		"-o %s/##.png --shard 3/2":         "must be K/N, such as 2/8",
		"-o %s/a.gif --shard 1/2":          "--shard cannot split --output",
		"-o %s/a.gif --resume":             "--resume cannot continue --output",
		"-o %s/##.png --resume --force":    "cannot be used together",
		"-o %s/##.png --strip 3":           "--strip makes one picture, so --output",
		"-o %s/a.mp4 --depth 16":           "--depth 16 only works with .png pictures",
		"-o %s/##.png --depth 12":          "--depth must be one of",
		"-o %s/a.mp4 --transparent":        "a.mp4 cannot be transparent; use a .webm, .mov or .mkv film, or pictures",
		"-o %s/a.exr --strip 2":            "--strip only works with an --output that ends in .png",
		"-o %s/##.png --size 0x9":          "must be WIDTHxHEIGHT",
		"-o %s/##.png --size -9x9":         `--size: "-9x9": must be WIDTHxHEIGHT`,
		"-o %s/##.png --gpu -1":            "--gpu -1: ",
		"-o %s --frames 1":                 "%s: must be a name that ends in .png",
		"-o %s/dir.png --frames 1 -f":      "dir.png: is a directory",
		"-o %s/dir##.png -f":               "dir30.png: is a directory",
		"-o %s/dir##.png --resume":         "dir30.png: is a directory",
		"-o %s/##.png --seconds 3":         "they need a scenario",
		"-o /proc/none/##.png":             "mkdir /proc/none",
		"-o /proc/a.png --frames 1":        "writing into /proc: ",
		"-o %s/##.png --camera sideways":   "--camera sideways: must be fly, orbit, follow, eye, auto, leader, director or a camera file (.toml, .csv, .glb, .gltf)",
		"-o %s/##.png --camera %s/no.toml": "no.toml: no such file or directory",
		"-o %s/##.png --boid 20":           "--boid 20: must be 0 to 19, or leader",
		"-o %s/##.png --boid x":            "--boid x: must be 0 to 19, or leader",
	} {
		named := strings.NewReplacer("%s", dir, "%%", "%")
		want = named.Replace(want)
		args := append([]string{"render", rec}, strings.Fields(named.Replace(line))...)
		code, _, msg := skein(args...)
		if strings.Contains(msg, "no OpenGL without a display") || strings.Contains(msg, "built without OpenGL") {
			continue
		}
		if code == 0 || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("%s: exit code %d, message %q; want one line with %q", line, code, msg, want)
		}
	}
	for _, of := range []string{rec, "murmuration"} {
		for line, want := range map[string]string{
			"--frames 999":         "--frames: frames 999: the recording has 1-",
			"--camera sideways":    "--camera sideways: must be fly, ",
			"--camera none.toml":   "none.toml: no such file",
			"--boid 9999":          "--boid 9999: must be 0 to ",
			"--samples 0":          "--samples 0: must be 1 to",
			"--samples 2 --fps -1": `--fps: "-1": must be 0.001 to 10000 frames per second`,
		} {
			code, out, msg := skein(append([]string{"render", of, "-o", dir + "/##.png", "--slurm", "2"}, strings.Fields(line)...)...)
			if code == 0 || out != "" || !strings.Contains(msg, want) {
				t.Errorf("a job of %s with %s: exit code %d, message %q; want an error with %q", of, line, code, msg, want)
			}
		}
	}
	if code, _, msg := skein("render", rec, "-o", fmt.Sprintf("%s/none.mcap/##.png", rec)); code != 1 || strings.Count(msg, "\n") != 1 {
		t.Errorf("a file in place of the folder: exit code %d, want 1 and one line: %s", code, msg)
	}
}
