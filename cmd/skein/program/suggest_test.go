package program

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestUnknownFlags(t *testing.T) {
	for line, want := range map[string]string{
		"export run.mcap --start-fram 3 -o a.csv": `unknown flag --start-fram, did you mean "--start-frame"?`,
		"export run.mcap --ouput-file a.csv":      `unknown flag --ouput-file, did you mean "--output"?`,
		"render run.mcap --frmes 3":               `unknown flag --frmes, did you mean "--frames"?`,
		"render run.mcap --sec 3":                 `unknown flag --sec, did you mean "--seconds"?`,
		"render run.mcap -frames 3":               `unknown flag -r, did you mean "--frames"?`,
		"render run.mcap -O a.png":                `unknown flag -O, did you mean "-o"?`,
		"scenario show --shrot":                   `unknown flag --shrot, did you mean "--short"?`,
		"export run.mcap --strip 3":               `unknown flag --strip: skein render has it`,
		"export run.mcap --stirp=3":               `unknown flag --stirp: skein render has --strip`,
		"bird a.glb --seed 3":                     `unknown flag --seed: skein fly, record, export, render, stats, compare, fit and trial have it`,
		"record paper -o a.mcap --seeds 3":        `unknown flag --seeds, did you mean "--seed"? skein stats, compare, fit and trial have --seeds`,
		"export run.mcap --zzz":                   `unknown flag --zzz: skein export has no similar flag; skein help export lists its flags`,
		"scenario show --zzz":                     `unknown flag --zzz: skein scenario show has no similar flag; skein help scenario show lists its flags`,
		"export run.mcap -z":                      `unknown flag -z: skein export has no similar flag; skein help export lists its flags`,
		"--zzz":                                   `unknown flag --zzz: skein has no similar flag; skein help fly lists its flags`,
	} {
		code, out, msg := skein(strings.Fields(line)...)
		if code != exitUsage || out != "" || !strings.HasPrefix(msg, "skein: "+want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("skein %s: exit code %d, output %q, message %q; want one line that begins with %q", line, code, out, msg, want)
		}
		if _, help, found := strings.Cut(strings.TrimSuffix(msg, " lists its flags\n"), "; skein "); found {
			must(t, strings.Fields(help)...)
		}
	}
}

// If a name on the command line does not exist, this is wrong usage, like an unknown flag. A
// missing file to which another file refers is not wrong usage.
func TestUnknownNames(t *testing.T) {
	t.Chdir(t.TempDir())
	scene := "version = 1\nwarm_up = 0.0\nparams.count = 3\n"
	for name, text := range map[string]string{"my.toml": scene, "birdless.toml": scene + "bird.file = \"none.glb\"\n", "bad.toml": "version = 9\n"} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]int{
		"record papper -o a.mcap": 2, "record none.toml -o a.mcap": 2, "none.toml": 2, "none.mcap": 2, "fly none.mcap": 2,
		"stats papper": 2, "stats none.mcap": 2, "stats none.toml": 2, "export none.mcap -o a.csv": 2, "render none.mcap -o a.mp4": 2,
		"render papper -o a.mp4": 2, "record --resume none.mcap": 2, "record --verify none.mcap": 2, "record --finish none.mcap": 2,
		"fit papper --to scorecard --over cohesion -o a.toml": 2, "fit my.toml --to none.mcap --over cohesion -o a.toml": 2,
		"bird none.glb": 2, "bird gooze": 2, "record my.toml --bird none.glb -o a.mcap": 2, "record my.toml --bird gul -o a.mcap": 2,
		"render my.toml --camera none.toml -o ##.png": 2, "import none.csv -o a.mcap": 2, "bench --crowd none.toml --frames 0": 2,
		"scenario show none.toml": 2, "scenario show papper": 2, "scenario check none.toml": 2, "scenario check none.toml nor.toml": 2,
		"scenario check bad.toml none.toml": 1, "scenario check none.toml bad.toml": 1, "scenario check birdless.toml": 1, "record birdless.toml -o a.mcap": 1,
	} {
		code, _, msg := skein(strings.Fields(line)...)
		if strings.Contains(msg, "built without") {
			continue
		}
		if code != want || !strings.HasPrefix(msg, "skein: ") {
			t.Errorf("skein %s: exit code %d, message %q; want %d", line, code, msg, want)
		}
	}
	checkFolder(t, ".", "bad.toml", "birdless.toml", "my.toml")
}

// An error about a bird in a scenario file names the line with the bird. A bird of a flag has no line.
func TestUnknownBirdHasALine(t *testing.T) {
	t.Chdir(t.TempDir())
	const head = "version = 1\nwarm_up = 0.0\nparams.count = 3\n"
	for text, bad := range map[string]string{
		head + "bird.file = \"sparow\"\n":                                                          "sparow",
		head + "[bird]\nspan = 1.0\nfile = \"none.glb\"\n":                                         "none.glb",
		head + "[bird]\nspan = 1.0\nfiles = [\"goose\", \"gose\"]\n":                               "gose\"",
		head + "[[flock]]\nspecies = \"goose\"\n[flock.bird]\nspan = 1.0\nfile = \"sparow\"\n":     "sparow",
		head + "bird.file = \"gull\"\n[[flock]]\nspecies = \"sparow\"\nbird.files = ['sparrow']\n": "sparrow",
	} {
		if err := os.WriteFile("my.toml", []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		above, _, _ := strings.Cut(text, bad)
		want := fmt.Sprintf("skein: my.toml:%d: ", strings.Count(above, "\n")+1)
		for _, command := range []string{"scenario check my.toml", "record my.toml -o a.mcap"} {
			code, _, msg := skein(strings.Fields(command)...)
			if code != exitFailed || !strings.HasPrefix(msg, want) || strings.Count(msg, "my.toml") != 1 || !strings.Contains(msg, strings.Trim(bad, `"`)) {
				t.Errorf("%q: skein %s: exit code %d, message %q; want %q", text, command, code, msg, want)
			}
		}
	}
	if err := os.WriteFile("my.toml", []byte(head+"bird.file = \"gull\"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, _, msg := skein("record", "my.toml", "--bird", "pelican", "-o", "a.mcap"); strings.Contains(msg, "my.toml:") {
		t.Errorf("--bird pelican: message %q, want no line of my.toml", msg)
	}
}
