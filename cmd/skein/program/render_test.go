package program

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestExposureFlags(t *testing.T) {
	scene := smallScene(t)
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
		if remaining, _ := os.ReadDir(dir); len(remaining) > 0 {
			t.Errorf("%s left %v", c.args, remaining)
		}
	}
}

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

func TestRenderErrorLines(t *testing.T) {
	dir := t.TempDir()
	rec := dir + "/run.mcap"
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "1", "-q")
	for _, name := range []string{"dir.png", "dir30.png"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for line, want := range map[string]string{
		"-o %s/a.png":                      "a.png is one picture, but there are 30 frames",
		"-o %s/#a#.png":                    "use one sequence of #",
		"-o %s/%%4d.png":                   "use #### or %%04d for the frame number, not %%4d",
		"-o %s/#_%%04d.png":                "use one sequence of # or one %%04d",
		"-o %s/a.bmp":                      "must be a name that ends in .png",
		"-o %s/##.png --frames 31":         "--frames: frames 31: the recording has 1-30",
		"-o %s/##.png --frames 0":          `--frames: frames "0": must be a list`,
		"-o %s/##.png --frames 9 --fps 8":  "--frames: frames 9: the recording has 1-8",
		"-o %s/##.png --fps 0":             `--fps: "0": must be 0.00001 to 10000 frames per second, such as 24, 29.97, 30000/1001 or 1/3600`,
		"-o %s/##.png --shard 3/2":         "must be K/N, such as 2/8",
		"-o %s/a.gif --shard 1/2":          "--shard cannot split --output",
		"-o %s/a.gif --resume":             "--resume cannot continue --output",
		"-o %s/##.png --resume --force":    "cannot be used together",
		"-o %s/##.png --strip 3":           "--strip makes one picture, so --output",
		"-o %s/a.mp4 --depth 16":           "--depth 16 only works with .png and .tif pictures",
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
		"-o %s/##.png --camera sideways":   "--camera sideways: must be fly, orbit, follow, eye, auto, leader, director or a camera file (.toml, .csv, .parquet, .glb, .gltf, .usda, .usdc, .usd, .usdz)",
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
	for _, source := range []string{rec, "murmuration"} {
		for line, want := range map[string]string{
			"--frames 999":         "--frames: frames 999: the recording has 1-",
			"--camera sideways":    "--camera sideways: must be fly, ",
			"--camera none.toml":   "none.toml: no such file",
			"--boid 9999":          "--boid 9999: must be 0 to ",
			"--samples 0":          "--samples 0: must be 1 to",
			"--samples 2 --fps -1": `--fps: "-1": must be 0.00001 to 10000 frames per second`,
		} {
			code, out, msg := skein(append([]string{"render", source, "-o", dir + "/##.png", "--slurm", "2"}, strings.Fields(line)...)...)
			if code == 0 || out != "" || !strings.Contains(msg, want) {
				t.Errorf("a job of %s with %s: exit code %d, message %q; want an error with %q", source, line, code, msg, want)
			}
		}
	}
	if code, _, msg := skein("render", rec, "-o", fmt.Sprintf("%s/none.mcap/##.png", rec)); code != 1 || strings.Count(msg, "\n") != 1 {
		t.Errorf("a file in place of the folder: exit code %d, want 1 and one line: %s", code, msg)
	}
}
