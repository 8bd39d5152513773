package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"skein/cmd/skein/internal/testfiles"
)

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

// checkTemplate checks a job template against 2023-09-Template-Schemas: the properties of objects, the
// lengths of names, the ranges of integers, and the characters in strings.
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
	keys := func(v any, allowed string) {
		t.Helper()
		for key := range v.(object) {
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
	keys(param, "name type range chunks")
	keys(at(param, "chunks"), "defaultTaskCount targetRuntimeSeconds rangeConstraint")
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
	if r := at(param, "range").(string); !regexp.MustCompile(`^-?\d+-\d+$`).MatchString(r) || at(param, "type") != "CHUNK[INT]" ||
		!reflect.DeepEqual(at(root, "extensions"), []any{"TASK_CHUNKING"}) || at(param, "chunks", "rangeConstraint") != "CONTIGUOUS" {
		t.Errorf("range %q of %v, extensions %v", r, param, at(root, "extensions"))
	}
	if s := at(run, "cancelation", "notifyPeriodInSeconds").(float64); s < 1 || s > 600 || at(run, "cancelation", "mode") != "NOTIFY_THEN_TERMINATE" {
		t.Errorf("the program is cancelled within %v s, want 1 to 600 after a signal", s)
	}
	names := map[string]bool{}
	for _, p := range at(root, "parameterDefinitions").([]any) {
		name := at(p, "name").(string)
		if limited("parameter", name, 64); names[name] || !regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`).MatchString(name) {
			t.Errorf("parameter %q is not an identifier, or is defined twice", name)
		}
		names[name] = true
		switch at(p, "type") {
		case "STRING":
			keys(p, "name type description default allowedValues minLength maxLength userInterface")
		case "INT":
			keys(p, "name type description default allowedValues minValue maxValue userInterface")
		case "PATH":
			keys(p, "name type description default allowedValues minLength maxLength objectType dataFlow userInterface")
			if filepath.IsAbs(at(p, "default").(string)) {
				t.Errorf("%s is %v, want a path relative to the template", name, at(p, "default"))
			}
			if kind, flow := at(p, "objectType"), at(p, "dataFlow"); (kind != "FILE" || flow != "IN") && (kind != "DIRECTORY" || flow != "OUT") {
				t.Errorf("%s is a %v with data flow %v, want a file to read or a folder to write", name, kind, flow)
			}
		default:
			t.Errorf("%s has the unknown type %v", name, at(p, "type"))
		}
	}
}

type jobTemplate struct {
	ParameterDefinitions []struct {
		Name, Type string
		Default    any
	}
	Steps []struct {
		ParameterSpace struct {
			TaskParameterDefinitions []struct{ Range string }
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

func (j *jobTemplate) task(t *testing.T, chunk string) (args []string) {
	t.Helper()
	values := map[string]string{"Task.Param.Part": chunk}
	for _, p := range j.ParameterDefinitions {
		values["Param."+p.Name] = fmt.Sprint(p.Default)
	}
	run := j.Steps[0].Script.Actions.OnRun
	if got := resolved(t, run.Command, values); got != "skein" {
		t.Errorf("a task runs %q, want skein", got)
	}
	for _, arg := range run.Args {
		args = append(args, resolved(t, arg, values))
	}
	return args
}

func readTemplate(t *testing.T, args ...string) *jobTemplate {
	t.Helper()
	text := must(t, args...)
	checkTemplate(t, text)
	j := &jobTemplate{}
	if err := json.Unmarshal([]byte(text), j); err != nil {
		t.Fatal(err)
	}
	return j
}

// The tasks of an Open Job Description record the same files as a single run, and print their progress.
// The farm's folder differs from the folder in the template.
func TestOpenJD(t *testing.T) {
	sweep := func(to string, more ...string) []string {
		return append([]string{"record", "scene.toml", "-o", to, "--sweep", "seed=1:3", "--seconds", "0.2"}, more...)
	}
	source, err := os.ReadFile(smallScene(t))
	if err != nil {
		t.Fatal(err)
	}
	enter := func() {
		t.Chdir(t.TempDir())
		if err := os.WriteFile("scene.toml", source, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	enter()
	must(t, sweep("one", "-q")...)
	single, _ := filepath.Abs("one")
	j := readTemplate(t, sweep("out/runs", "--openjd", "3")...)
	if len(j.ParameterDefinitions) != 4 || j.ParameterDefinitions[1].Default != "scene.toml" || j.ParameterDefinitions[2].Default != "out/runs" {
		t.Errorf("the parameters are %+v, want the program, the scenario, the output and the size of a task", j.ParameterDefinitions)
	}
	enter()
	for _, chunk := range []string{"1-2", "3-3"} {
		var shares []float64
		for line := range strings.Lines(must(t, j.task(t, chunk)...)) {
			if share, found := strings.CutPrefix(line, "openjd_progress: "); found {
				x, err := strconv.ParseFloat(strings.TrimSpace(share), 64)
				if err != nil {
					t.Errorf("progress %q", share)
				}
				shares = append(shares, x)
			}
		}
		if len(shares) == 0 || shares[len(shares)-1] != 100 || !slices.IsSorted(shares) {
			t.Errorf("parts %s print the progress %v, want it to rise to 100", chunk, shares)
		}
	}
	want, err := filepath.Glob(filepath.Join(single, "*.mcap"))
	if err != nil || len(want) != 3 {
		t.Fatalf("a single run makes %v (error %v), want 3 recordings", want, err)
	}
	for _, name := range want {
		if a, b := must(t, "stats", name, "--json", "-q"), must(t, "stats", filepath.Join("out/runs", filepath.Base(name)), "--json", "-q"); strings.ReplaceAll(a, single, "out/runs") != b {
			t.Errorf("%s: the farm made another recording:\n%s\n%s", filepath.Base(name), a, b)
		}
	}
}

// A farm gets the files that a scenario refers to, too: its birds' models, the camera file, and its
// obstacles' models and height maps.
func TestOpenJDListsReferredFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	var hill bytes.Buffer
	if err := png.Encode(&hill, image.NewGray(image.Rect(0, 0, 4, 4))); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"hill.png":               hill.String(),
		"shot/models/tower.gltf": string(testfiles.Banner(t, "[1, 0, 0, 1]")),
		"shot/scene.toml": "version = 1\n[bird]\nfile = \"models/gull.gltf\"\n[camera]\npath = \"../take.toml\"\n[[flock]]\nspecies = \"hawk\"\n[flock.bird]\nfile = \"hawk.gltf\"\n" +
			"[[obstacle]]\nname = \"tower\"\nshape = \"model\"\nfile = \"models/tower.gltf\"\n[[obstacle]]\nname = \"hill\"\nshape = \"terrain\"\nfile = \"../hill.png\"\n[[obstacle]]\nname = \"ball\"\n",
		"take.toml":             "version = 1\n[[key]]\nat = 0\neye = [0, 10, 50]\nlook = [0, 10, 0]\n",
		"shot/plain.toml":       "version = 1\n",
		"shot/hawk.gltf":        string(testfiles.Banner(t, "[1, 0, 0, 1]")),
		"shot/models/gull.gltf": string(testfiles.Banner(t, "[1, 0, 0, 1]")),
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for scene, want := range map[string][]string{
		"shot/scene.toml": {"hill.png", "shot/hawk.gltf", "shot/models/gull.gltf", "shot/models/tower.gltf", "shot/scene.toml", "take.toml"},
		"shot/plain.toml": {"shot/plain.toml"},
	} {
		j := readTemplate(t, "record", scene, "-o", "out/runs", "--sweep", "seed=1:3", "--seconds", "0.2", "--openjd", "3")
		var got []string
		for _, p := range j.ParameterDefinitions {
			if strings.HasPrefix(p.Name, "Input") {
				got = append(got, fmt.Sprint(p.Default))
			}
		}
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: the inputs are %v, want %v", scene, got, want)
		}
	}
}

func TestProgressLines(t *testing.T) {
	dir := t.TempDir()
	code, out, msg := skein("record", smallScene(t), "-o", dir, "--sweep", "seed=1:3", "--seconds", "0.1", "--progress", "json", "-q")
	if code != exitDone || out != "" {
		t.Fatalf("exit code %d, output %q: %s", code, out, msg)
	}
	files := map[string]bool{}
	for line := range strings.Lines(msg) {
		var at struct {
			What, File  string
			Done, Total int
		}
		if err := json.Unmarshal([]byte(line), &at); err != nil {
			t.Errorf("%v: %q", err, line)
		}
		if _, err := os.Stat(at.File); err != nil {
			t.Errorf("a file is reported before it exists: %v", err)
		}
		if files[at.File] = true; at.Done != len(files) || at.Total != 3 {
			t.Errorf("%d of %d, want %d of 3", at.Done, at.Total, len(files))
		}
	}
	if len(files) != 3 {
		t.Errorf("%d files are reported, want 3", len(files))
	}
}

// A Slurm script contains the same command line, quoted for a shell. It leaves out the flag that
// creates the script.
func TestSlurmScript(t *testing.T) {
	args := []string{"render", "it's a run.mcap", "-o", "my shots/####.png", "--size", "64x36"}
	for _, c := range []struct{ parts, task, array, shard string }{
		{"5", "3", "1-5", "3/5"},
		{"1000", "1000", "1-1000", "1000/1000"},
		{"2500", "1", "1-834", "1-3/2500"},
		{"2500", "834", "1-834", "2500-2500/2500"},
	} {
		script := must(t, append(args, "--slurm", c.parts)...)
		for _, line := range []string{"#!/bin/bash", "#SBATCH --array=" + c.array, "#SBATCH --requeue"} {
			if !slices.Contains(strings.Split(script, "\n"), line) {
				t.Errorf("the script lacks the line %s:\n%s", line, script)
			}
		}
		sh := exec.Command("bash", "-c", `exec() { shift; printf '%s\n' "$@"; }; `+"\n"+script)
		sh.Env = append(sh.Environ(), "SLURM_ARRAY_TASK_ID="+c.task)
		out, err := sh.Output()
		if err != nil {
			t.Fatalf("%v in:\n%s", err, script)
		}
		want := append(args[:len(args):len(args)], "--resume", "--shard", c.shard)
		if got := strings.Split(strings.TrimSpace(string(out)), "\n"); !reflect.DeepEqual(got, want) {
			t.Errorf("task %s of %s parts runs %q, want %q", c.task, c.parts, got, want)
		}
	}
}

// A word with braces becomes a parameter, because the strings of a template cannot contain braces. A
// name that contains a line break is refused.
func TestOddTemplates(t *testing.T) {
	odd := []string{"render", "it's {{a}} {{{b}}.mcap", "-o", strings.Repeat("long", 99) + "_####.png"}
	want := append(odd[:2:2], "--resume", "--output", "./"+odd[3], "--progress", "openjd", "--shard", "1-1/1")
	if got := readTemplate(t, append(odd, "--openjd=1")...).task(t, "1-1"); !reflect.DeepEqual(got, want) {
		t.Errorf("the task runs %q, want %q", got, want)
	}
	if code, out, msg := skein("render", "a\nb.mcap", "-o", "##.png", "--openjd", "2"); code != exitUsage || out != "" || !strings.Contains(msg, "control character") {
		t.Errorf("a file name of two lines: exit code %d, output %q; want a usage error: %s", code, out, msg)
	}
}

func TestFarmFlags(t *testing.T) {
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

func TestFarmJobWarnings(t *testing.T) {
	rec := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "0.2", "-q")
	sweep := "record murmuration --sweep seed=1:"
	for line, want := range map[string]string{
		sweep + "2000 -o r --slurm 1000":                 "",
		sweep + "2000 -o r --openjd 1001":                "",
		sweep + "20 -o r --openjd 21":                    "--openjd 21: the work has only 20 parts; the other tasks will do nothing",
		sweep + "20 -o r --slurm 20":                     "",
		"render " + rec + " -o s/##.png --slurm 7":       "--slurm 7: the work has only 6 parts; the other tasks will do nothing",
		"render " + rec + " -o s/##.png --slurm 6":       "",
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
