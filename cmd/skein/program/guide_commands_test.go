//go:build cgo

package program

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"skein/cmd/skein/internal/kinds"
	"skein/engine/web"
	"skein/flock/scenario"
	"skein/ui/guide"
	"skein/ui/guide/guidetest"
)

type example struct {
	page   string
	line   string
	output []string
}

// examples finds the command lines of a page: the lines of ```sh blocks, and the lines after "$ " in
// ```console blocks.
func examples(page, text string) (all []example) {
	fence := ""
	for _, line := range strings.Split(text, "\n") {
		command, prompted := strings.CutPrefix(line, "$ ")
		switch {
		case strings.HasPrefix(line, "```"):
			fence = strings.TrimPrefix(line, "```")
		case fence == "sh" && line != "", fence == "console" && prompted:
			all = append(all, example{page: page, line: command})
		case fence == "console":
			last := &all[len(all)-1]
			last.output = append(last.output, line)
		}
	}
	return all
}

func guideTexts(t *testing.T) map[string]string {
	t.Helper()
	root := filepath.Join(guidetest.Dir(), "..", "..")
	paths, err := filepath.Glob(filepath.Join(guidetest.Dir(), "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, path := range append(paths, filepath.Join(root, "README.md")) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(path)] = string(text)
	}
	return texts
}

// Every command line in the README, the guide and the help works. The test runs the skein commands with small
// counts and short times. It only parses some commands, such as those that open a window.
func TestGuideCommands(t *testing.T) {
	texts := guideTexts(t)
	makefile, err := os.ReadFile("../../../Makefile")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	for name, help := range commandHelp(t) {
		texts["skein help "+name] = help
	}
	pages := sorted(texts)
	lines := map[string]bool{}
	scratch := newScratch(t, root)
	for _, page := range pages {
		t.Run(page, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.CopyFS(".", os.DirFS(scratch)); err != nil {
				t.Fatal(err)
			}
			here := map[string]bool{}
			for _, e := range examples(page, texts[page]) {
				if !here[e.line] {
					e.check(t, root, string(makefile))
				}
				here[e.line], lines[e.line] = true, true
			}
		})
	}
	if len(lines) < 80 {
		t.Errorf("the guide has only %d command lines, want at least 80", len(lines))
	}
}

// commandHelp returns the examples in the help of each command, in the format of a page of the guide.
func commandHelp(t *testing.T) map[string]string {
	t.Helper()
	var cli CLI
	parser, err := newParser(context.Background(), &cli, io.Discard, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	texts := map[string]string{}
	for _, c := range parser.Model.Leaves(true) {
		_, after, _ := strings.Cut(c.Detail, "Examples:\n")
		texts[c.Name] = "```sh\n" + regexp.MustCompile(`(?m)^ +`).ReplaceAllString(after, "") + "\n```"
	}
	return texts
}

func sorted(texts map[string]string) (names []string) {
	for name := range texts {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (e *example) check(t *testing.T, root, makefile string) {
	t.Helper()
	for _, words := range shellCommands(e.line) {
		switch words[0] {
		case "skein":
			e.checkSkein(t, words[1:])
		case "make":
			if !regexp.MustCompile(`(?m)^` + words[1] + `:`).MatchString(makefile) {
				t.Errorf("%s: %s: the Makefile has no target %s", e.page, e.line, words[1])
			}
		case "go":
			checkGo(t, e, words[1:], root)
		case "blender", "sbatch", "seq", "wait", "for", "grep":
		default:
			t.Errorf("%s: %s: the test does not know the program %s", e.page, e.line, words[0])
		}
	}
}

// shellCommands splits a line into commands, and each command into words. It leaves out comments,
// redirections, assignments and the words of loops.
func shellCommands(line string) (all [][]string) {
	line, _, _ = strings.Cut(line, " #")
	words := regexp.MustCompile(`'[^']*'|[^\s']+`).FindAllString(line, -1)
	var command []string
	end := func() {
		if len(command) > 0 {
			all = append(all, command)
		}
		command = nil
	}
	for k := 0; k < len(words); k++ {
		word := strings.Trim(words[k], "'")
		word, ends := strings.CutSuffix(word, ";")
		switch {
		case word == "&&" || word == "|" || word == "&" || word == "done" || word == "done;":
			end()
			continue
		case word == ">":
			k++
			continue
		case word == "do" || word == "parallel" && len(command) == 0:
			command = nil
			continue
		case len(command) == 0 && regexp.MustCompile(`^[A-Z_]+=`).MatchString(word):
			continue
		}
		command = append(command, strings.NewReplacer("$k", "1", "{}", "1").Replace(word))
		if ends {
			end()
		}
	}
	end()
	return all
}

// checkGo runs "go doc" commands. For "go build" it only checks that the package exists.
func checkGo(t *testing.T, e *example, words []string, root string) {
	t.Helper()
	if words[0] == "build" {
		if _, err := os.Stat(filepath.Join(root, words[len(words)-1])); err != nil {
			t.Errorf("%s: %s: %v", e.page, e.line, err)
		}
		return
	}
	cmd := exec.Command("go", words...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%s: %s: %v: %s", e.page, e.line, err, out)
	}
}

func (e *example) checkSkein(t *testing.T, args []string) {
	t.Helper()
	if len(e.output) > 0 && args[0] != "bench" { // the output of bench differs in each run
		if code, out, msg := skein(args...); code != 0 || !agrees(e.output, strings.Split(out, "\n")) {
			t.Errorf("%s: %s: exit %d: %s\nprints\n%s\nthe page shows\n%s", e.page, e.line, code, msg, out, strings.Join(e.output, "\n"))
		}
		return
	}
	if onlyParsed(args) {
		var cli CLI
		parser, err := newParser(context.Background(), &cli, io.Discard, io.Discard)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parser.Parse(withNegatives(args)); err != nil {
			t.Errorf("%s: %s: %v", e.page, e.line, err)
		}
		if source := cli.Fly.Scene; source != "" && kinds.Of(source) == kinds.Unknown {
			t.Errorf("%s: %s: unknown source %s", e.page, e.line, source)
		}
		return
	}
	if slices.Contains([]string{"render", "bird"}, args[0]) {
		needsGL(t)
	}
	from := time.Now()
	code, msg := runBriefly(shortened(t, args))
	if strings.Contains(msg, web.ErrNoCore.Error()) && os.Getenv("CI") == "" {
		t.Logf("%s: left out, because make core was not run", e.line)
		return
	}
	if code != 0 {
		t.Errorf("%s: %s: exit %d: %s", e.page, e.line, code, msg)
	}
	t.Logf("%6.2f s  %s", time.Since(from).Seconds(), e.line)
}

func runBriefly(args []string) (code int, stderr string) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var msg strings.Builder
	code = run(ctx, args, io.Discard, &msg)
	return code, msg.String()
}

// agrees reports whether the output contains the shown lines in this order. A shown line of dots matches
// any number of lines.
func agrees(shown, output []string) bool {
	for k, line := range shown {
		if line == "..." || line == "…" {
			rest := shown[k+1:]
			for from := range output {
				if agrees(rest, output[from:]) {
					return true
				}
			}
			return false
		}
		if len(output) == 0 || strings.TrimRight(output[0], " ") != strings.TrimRight(line, " ") {
			return false
		}
		output = output[1:]
	}
	return true
}

// onlyParsed reports whether the test only parses a command line, because the command opens a window, takes
// long or needs an interrupted recording.
func onlyParsed(args []string) bool {
	return len(args) == 0 || args[0] == "fly" || !slices.Contains(commandNames(), args[0]) ||
		slices.Contains(args, "--open") || slices.Contains(args, "--world") ||
		slices.Contains(args, "--finish") || slices.Equal(args, []string{"record", "--resume", "run.mcap"}) ||
		args[0] == "fit" && slices.Contains(args, "--shard") // the command would wait for the other shards
}

func shortened(t *testing.T, args []string) []string {
	args = expanded(t, args)
	for k, arg := range args {
		if strings.HasSuffix(arg, ".mp4") {
			args[k] = strings.TrimSuffix(arg, ".mp4") + "-####.png" // pictures need no ffmpeg
		}
	}
	swap := func(flag, value string) {
		if k := slices.Index(args, flag); k >= 0 {
			args[k+1] = value
		}
	}
	add := func(more ...string) { args = append(args, more...) }
	recording := len(args) > 1 && strings.HasSuffix(args[1], ".mcap")
	resumes := slices.Contains(args, "--verify") || slices.Contains(args, "--resume")
	resumesOne := resumes && !slices.Contains(args, "--sweep")
	switch args[0] {
	case "record":
		for k, arg := range args {
			if arg == "seed=1:20" {
				args[k] = "seed=1:2"
			}
		}
		if swap("--seconds", "2"); !resumesOne {
			add("--seconds", "1", "--count", "40")
		}
		if !resumes {
			add("--force")
		}
	case "export":
		swap("--frames", "1-3")
		swap("--boids", "0-1")
		add("--force")
	case "render":
		swap("--seconds", "1")
		swap("--samples", "2")
		switch frames := slices.Index(args, "--frames"); {
		case slices.Contains(args, "--strip"):
		case frames < 0:
			add("--frames", "1-2")
		case args[frames+1] != "1":
			args[frames+1] = "1-2"
		}
		figure := slices.Contains(args, "--figure")
		if !figure {
			add("--size", "64x36")
		}
		if line := strings.Join(args, " "); !figure && !regexp.MustCompile(`--samples|--transparent|\.exr`).MatchString(line) {
			add("--tier", "draft")
		}
		if !recording {
			add("--count", "40")
		}
		if !slices.Contains(args, "--resume") {
			add("--force")
		}
	case "stats":
		if swap("--seconds", "1"); !recording {
			add("--count", "40", "--seconds", "1")
		}
		swap("--seeds", "1")
		swap("--why", "12@0.1s")
		for k, arg := range args {
			if strings.HasPrefix(arg, "count=") {
				args[k] = "count=30,40"
			}
		}
		swap("--sweep", map[bool]string{true: "count=30,40", false: "X=0,1"}[slices.Contains(args, "--field")])
	case "compare":
		swap("--seconds", "1")
		swap("--seeds", "1")
		if !slices.ContainsFunc(args, func(arg string) bool { return strings.HasSuffix(arg, ".mcap") }) {
			add("--count", "40", "--seconds", "1", "--seeds", "1")
		}
	case "fit":
		add("--budget", "4", "--seconds", "1", "--settle", "0.1", "--seeds", "1", "--candidates", "4")
		if swap("--counts", "20,30"); !slices.Contains(args, "--counts") {
			add("--count", "20")
		}
		if !slices.Contains(args, "--resume") {
			add("--force")
		}
	case "bird":
		swap("--from", "0.01")
		swap("--to", "0.09")
	case "import":
		add("--force")
	case "trial":
		swap("--seeds", "2")
		add("--force")
		// The experiments with scenes of the field take minutes. Another test checks their names.
		args = slices.DeleteFunc(args, func(arg string) bool { return arg == "field" || slices.Contains(scenario.Names(), arg) })
		if args = slices.Delete(args, 0, 1); !slices.Contains(args, "--neighbourhood") {
			add("--neighbourhood", "sphere", "--in", "plane")
		}
		args = append([]string{"trial", "1"}, args...)
	case "bench":
		swap("--boids", "50")
		swap("--workers", "1")
		swap("--record", "50")
		swap("--birds", "10,20")
		if add("--ticks", "2", "--frames", "0"); slices.Contains(args, "--gpu") {
			add("--size", "64x36")
		}
	}
	return args
}

// expanded replaces names with an asterisk with the matching files, as a shell does.
func expanded(t *testing.T, args []string) (all []string) {
	t.Helper()
	for _, arg := range args {
		files, err := filepath.Glob(arg)
		if err != nil || !strings.Contains(arg, "*") {
			files = []string{arg}
		}
		all = append(all, files...)
	}
	return all
}

func cameraModel() []byte {
	text := `{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"camera":0,"translation":[0,12,40]}],` +
		`"cameras":[{"type":"perspective","perspective":{"yfov":0.7,"znear":0.1}}]}`
	text += strings.Repeat(" ", (4-len(text)%4)%4)
	out := binary.LittleEndian.AppendUint32([]byte("glTF"), 2)
	out = binary.LittleEndian.AppendUint32(out, uint32(12+8+len(text)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(text)))
	return append(append(out, "JSON"...), text...)
}

// newScratch returns a folder with the files that the guide's commands read. Each page gets a copy.
func newScratch(t *testing.T, root string) (dir string) {
	t.Helper()
	bird, err := os.ReadFile(filepath.Join(root, "models", "gull.glb"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "flock", "tracks", "testdata", "trex", "video_fish0.npz.base64"))
	if err != nil {
		t.Fatal(err)
	}
	fish, err := base64.StdEncoding.DecodeString(string(text))
	if err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	write("parrot.glb", string(bird))
	write("downloads/parrot.glb", string(bird))
	write("space.rule.toml", ruleOfTheGuide(t))
	write("my.toml", "version = 1\nbase = \"murmuration\"\n")
	write("hunt.toml", "version = 1\nbase = \"murmuration\"\nspecies = \"starling\"\n[[flock]]\nspecies = \"hawk\"\nfollows = [\"starling\"]\n[flock.params]\ncount = 1\nchase = 1.0\n")
	write("shot.csv", "time,px,py,pz,tx,ty,tz,fov\n0,0,12,40,0,15,0,40\n1,25,6,20,5,15,0,40\n")
	write("tracks.csv", "id,t,x,y,z\n"+trackTable("%d,%g,%g,%g,20\n", 1))
	write("flight.txt", trackTable("%d %g %g %g 20\n", 1))
	write("gps.csv", "tag,time,lon,lat,alt\n"+trackTable("%d,%g,%.9f,%.9f,20\n", 1e-5))
	write("pigeonDLC_resnet50.csv", "scorer,a,a,a\nbodyparts,back,back,back\ncoords,x,y,likelihood\n0,100,200,0.9\n1,110,200,0.9\n2,120,200,0.9\n")
	write("data/video_fish0.npz", string(fish))
	write("shot.glb", string(cameraModel()))
	run, a, b := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "runs", "a.mcap"), filepath.Join(dir, "runs", "b.mcap")
	must(t, "record", "murmuration", "--count", "40", "--seconds", "2", "-o", run, "-q")
	must(t, "export", run, "-o", filepath.Join(dir, "run.parquet"), "-q")
	must(t, "record", "murmuration", "--count", "20", "--seconds", "1", "-o", a, "-q")
	must(t, "record", "murmuration", "--count", "20", "--seconds", "1", "--seed", "5", "-o", b, "-q")
	return dir
}

func ruleOfTheGuide(t *testing.T) string {
	t.Helper()
	page, ok := guide.Find("rules")
	if !ok {
		t.Fatal("the guide has no page rules")
	}
	_, text, _ := strings.Cut(page.Source, "```toml\n")
	text, _, _ = strings.Cut(text, "```")
	return text[strings.Index(text, "[[rule]]"):]
}

func trackTable(format string, scale float64) string {
	var b strings.Builder
	for k := range 40 {
		for bird := range 2 {
			fmt.Fprintf(&b, format, bird, float64(k)/10, scale*float64(k), scale*float64(bird))
		}
	}
	return b.String()
}

func TestGuideScenarios(t *testing.T) {
	texts := guideTexts(t)
	found := 0
	for _, page := range sorted(texts) {
		for _, m := range regexp.MustCompile("(?s)```toml\n(.*?)```").FindAllStringSubmatch(texts[page], -1) {
			text := m[1]
			if strings.Contains(text, "[[key]]") || page == "things.md" {
				continue // these blocks are a camera file and the list of all keys
			}
			if !strings.Contains(text, "version =") {
				text = "version = 1\nbase = \"murmuration\"\n" + text
			}
			path := filepath.Join(t.TempDir(), "example.toml")
			if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			if _, err := scenario.Load(path); err != nil {
				t.Errorf("%s: %v\n%s", page, err, text)
			}
			found++
		}
	}
	if found < 8 {
		t.Errorf("the guide has only %d scenarios, want at least 8", found)
	}
}
