package program

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skein/flock"
)

func TestImportExported(t *testing.T) {
	dir := t.TempDir()
	run := filepath.Join(dir, "run.mcap")
	for scene, also := range map[string][]string{"murmuration": {"--count", "60"}, "falcon": nil, "wire": {"--count", "40"}, "thermal": {"--count", "30"}} {
		must(t, append([]string{"record", scene, "-o", run, "--seconds", "2", "--force", "-q"}, also...)...)
		want := framesOf(t, run)
		if windy := len(want[0].Air) > 0; windy != (scene == "thermal") {
			t.Fatalf("%s: wind is recorded: %v; want it only in thermal", scene, windy)
		}
		for _, name := range []string{"run.csv", "run.parquet"} {
			table, second := filepath.Join(dir, name), filepath.Join(dir, "again.mcap")
			must(t, "export", run, "-o", table, "--force", "-q")
			must(t, "import", table, "-o", second, "--force", "-q")
			got := framesOf(t, second)
			if len(got) != len(want) {
				t.Fatalf("%s, %s: %d frames, want %d", scene, name, len(got), len(want))
			}
			for k := range want {
				a, b := &want[k], &got[k]
				for i := range a.Flags {
					if k == 0 {
						a.Flags[i] &^= flock.Jumped // a table does not tell whether birds jumped before its first frame
					}
				}
				if !slices.Equal(a.Pos, b.Pos) || !slices.Equal(a.Up, b.Up) || !slices.Equal(a.Phase, b.Phase) || !slices.Equal(a.Flags, b.Flags) ||
					!slices.Equal(a.Counts, b.Counts) || !slices.Equal(a.ThroughAir(), b.ThroughAir()) || !slices.Equal(a.Vel, b.Vel) {
					t.Fatalf("%s, %s: frame %d differs from the original", scene, name, k+1)
				}
			}
		}
	}
	// This export uses centimetres and has Z up. A Parquet file contains this
	// information; for a CSV file, flags must give it.
	want := framesOf(t, run)
	for name, flags := range map[string][]string{"cm.csv": {"--up", "z", "--unit", "cm"}, "cm.parquet": nil} {
		table, second := filepath.Join(dir, name), filepath.Join(dir, "cm.mcap")
		must(t, "export", run, "-o", table, "--up", "z", "--unit", "cm", "-q")
		must(t, append([]string{"import", table, "-o", second, "--force", "-q"}, flags...)...)
		got := framesOf(t, second)
		for k := range want {
			for i := range want[k].Pos {
				if offset := got[k].Pos[i].Sub(want[k].Pos[i]).Len(); offset > 1.0/4096 {
					t.Fatalf("%s: frame %d: bird %d is off by %v m", name, k+1, i, offset)
				}
			}
		}
	}
}

func tableWithGap(t *testing.T) string {
	t.Helper()
	text := "id,t,x,y,z\n"
	for k := range 90 {
		for id := range 3 {
			if id != 1 || k < 30 || k >= 60 {
				text += fmt.Sprintf("%d,%.4f,%v,%v,%v\n", 2*id+3, float64(k)/30, 8*float64(k)/30, 2*id, 12+math.Sin(float64(k)/20))
			}
		}
	}
	path := filepath.Join(t.TempDir(), "tracks.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// An imported recording works in every command that does not need to simulate. The other commands fail with a
// message.
func TestImportedRecording(t *testing.T) {
	table := tableWithGap(t)
	dir := filepath.Dir(table)
	run := filepath.Join(dir, "run.mcap")
	var sum struct {
		Rows, Birds, Most, Frames, FPS int
		Seconds                        float64
	}
	if err := json.Unmarshal([]byte(must(t, "import", table, "-o", run, "--wingspan", "0.7", "--json")), &sum); err != nil {
		t.Fatal(err)
	}
	if sum.Rows != 240 || sum.Birds != 3 || sum.Most != 3 || sum.Frames != 90 || sum.FPS != 30 || sum.Seconds != 3 {
		t.Errorf("%+v", sum)
	}
	second := filepath.Join(dir, "again.mcap")
	must(t, "import", table, "-o", second, "--wingspan", "0.7")
	a, errA := os.ReadFile(run)
	b, errB := os.ReadFile(second)
	if errA != nil || errB != nil || string(a) != string(b) {
		t.Error("the same table gave a different recording")
	}

	var stats struct {
		Rows []struct {
			Boids      int      `json:"boids"`
			Least      int      `json:"boids_least"`
			Most       int      `json:"boids_most"`
			Seeds      []uint64 `json:"seeds"`
			Leadership *float32 `json:"leadership"`
		}
	}
	if err := json.Unmarshal([]byte(must(t, "stats", run, "--json")), &stats); err != nil {
		t.Fatal(err)
	}
	if r := stats.Rows[0]; r.Boids != 3 || r.Least != 2 || r.Most != 3 || len(r.Seeds) > 0 || r.Leadership != nil {
		t.Errorf("%+v", r)
	}
	if out := must(t, "stats", run); !strings.Contains(out, "2 to 3 boids, tracks, 90 frames over 2.97 s") {
		t.Error(out)
	}
	must(t, "stats", run, "--field")

	csv := filepath.Join(dir, "out.csv")
	must(t, "export", run, "-o", csv, "-q")
	text, err := os.ReadFile(csv)
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(string(text), "\n") - 1; lines != 240 || strings.Contains(string(text), "\n45,1.4666666666666666,5,") || !strings.Contains(string(text), "\n45,1.4666666666666666,7,") {
		t.Errorf("%d rows", lines)
	}
	must(t, "export", run, "-o", filepath.Join(dir, "out.usda"), "-q", "--boids", "5-7")

	if code, out, stderr := skein("stats", run, "--why", "5@1s"); code != exitFailed || out != "" || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "tracks come from tracks.csv; --why can only explain simulated boids") {
		t.Errorf("--why: exit code %d, want 1 and one line about imported tracks: %s%s", code, stderr, out)
	}
	for _, args := range [][]string{{"--camera", "leader"}, {"--boid", "leader"}} {
		code, _, stderr := skein(append([]string{"render", run, "-o", filepath.Join(dir, "a.png"), "--frames", "1"}, args...)...)
		if code != exitUsage || !strings.Contains(stderr, "imported tracks contain no leaders") && !strings.Contains(stderr, "OpenGL") {
			t.Errorf("%v: exit code %d, want a usage error about imported tracks: %s", args, code, stderr)
		}
	}
	for _, args := range [][]string{{"record", "--resume", run, "--seconds", "9"}, {"record", "--resume", run}, {"record", "--verify", run}} {
		code, _, stderr := skein(args...)
		if code != exitFailed || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "run.mcap was imported, so there is no simulation") {
			t.Errorf("%v: exit code %d, want 1 and one line that there is no simulation: %s", args, code, stderr)
		}
	}
}

// Import takes the species from the table and turns their names into valid ones. For a table without
// species it uses the name "birds".
func TestImportSpecies(t *testing.T) {
	for names, want := range map[[2]string][2]string{
		{"Corvus monedula", "Rook (adult)"}: {"corvus_monedula", "rook_adult"}, {"rook", "rook"}: {"rook", "rook"},
		{"Daw", "daw"}: {"daw", "daw_2"}, {"", "3"}: {"bird", "bird_3"}, {"-", "-"}: {"bird", "bird"},
	} {
		dir := t.TempDir()
		table, run, second := filepath.Join(dir, "a.csv"), filepath.Join(dir, "a.mcap"), filepath.Join(dir, "b.csv")
		text := "id,t,x,y,z,species\n"
		if names[0] == "-" {
			text = "id,t,x,y,z,note\n"
		}
		for k, name := range names {
			text += fmt.Sprintf("%d,0,0,%d,9,%s\n%d,1,5,%d,9,%[3]s\n", k, k, name, k, k)
		}
		if err := os.WriteFile(table, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		must(t, "import", table, "-o", run, "-q")
		must(t, "stats", run, "-q")
		must(t, "export", run, "-o", second, "-q")
		exported, err := os.ReadFile(second)
		if err != nil {
			t.Fatal(err)
		}
		var got [2]string
		lines := strings.Split(strings.TrimSpace(string(exported)), "\n")
		index := slices.Index(strings.Split(lines[0], ","), "species")
		for _, line := range lines[1:] {
			cells := strings.Split(line, ",")
			got[cells[2][0]-'0'] = cells[index]
		}
		if got != want {
			t.Errorf("species %q are exported as %q, want %q", names, got, want)
		}
	}
}

// If a recording will be much larger than its table, skein import announces its size first. It also
// suggests a lower frame rate and announces the size at that rate. The recordings at both rates have about
// the announced sizes.
func TestImportSaysTheSize(t *testing.T) {
	dir := t.TempDir()
	table, run := filepath.Join(dir, "a.csv"), filepath.Join(dir, "a.mcap")
	text := "id,t,x,y,z\n"
	for bird := range 5 {
		for k := range 3000 {
			at := float64(k)
			text += fmt.Sprintf("%d,%d,%.2f,%.2f,%.2f\n", bird, k, 500*math.Sin(at/50+float64(bird)), 300*math.Cos(at/70), 50+9*math.Sin(at/9))
		}
	}
	if err := os.WriteFile(table, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	megabytes := func(args ...string) (stderr string, size float64) {
		_, _, stderr = skein(append([]string{"import", table, "-o", run, "--force"}, args...)...)
		info, err := os.Stat(run)
		if err != nil {
			t.Fatal(err, stderr)
		}
		return stderr, float64(info.Size()) / 1e6
	}
	stderr, size := megabytes("--fps", "30")
	var message, lower float64
	var fps int
	_, note, _ := strings.Cut(stderr, "a.csv: about ")
	if _, err := fmt.Sscanf(note, "%f MB: the rows are 1 s apart on average, but there are 30 frames per second; --fps %d gives about %f MB", &message, &fps, &lower); err != nil || fps != 1 {
		t.Fatalf("%v in %s", err, stderr)
	}
	if strings.Index(stderr, "about ") > strings.Index(stderr, "writing ") {
		t.Errorf("skein says the size only after it has written the recording: %s", stderr)
	}
	quiet, small := megabytes("--fps", "1")
	for _, c := range [][2]float64{{message, size}, {lower, small}} {
		if math.Abs(c[0]-c[1]) > 0.15*c[1]+0.5 {
			t.Errorf("skein says %.1f MB, but the file has %.1f MB", c[0], c[1])
		}
	}
	if strings.Contains(quiet, "about ") {
		t.Errorf("skein says the size of a small recording, want no message about it: %s", quiet)
	}
}

func TestImportRefused(t *testing.T) {
	table := tableWithGap(t)
	dir := filepath.Dir(table)
	bad := filepath.Join(dir, "bad.csv")
	if err := os.WriteFile(bad, []byte("id,t,x,y,z\n1,0,0,0,9\n1,1,0,zero,9\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(dir, "new", "run.mcap")
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{exitFailed, `bad.csv:3: y is "zero": must be a number`, []string{bad, "-o", out}},
		{exitUsage, "none.csv: no such file", []string{filepath.Join(dir, "none.csv"), "-o", out}},
		{exitUsage, "missing flags: --output", []string{table}},
		{exitUsage, "must be a name that ends in .mcap", []string{table, "-o", out + ".csv"}},
		{exitUsage, "--up x: must be y or z", []string{table, "-o", out, "--up", "x"}},
		{exitUsage, "--unit mile: must be m, cm", []string{table, "-o", out, "--unit", "mile"}},
		{exitUsage, "--height -1: must be 0 to 10000 metres", []string{table, "-o", out, "--height", "-1"}},
		{exitFailed, "every row has a height; omit --height", []string{table, "-o", out, "--height", "5"}},
		{exitUsage, "--fps 2000", []string{table, "-o", out, "--fps", "2000"}},
		{exitUsage, "--bridge -1", []string{table, "-o", out, "--bridge", "-1"}},
		{exitUsage, "wingspan is 900 m: must be 0.05 to 20 m", []string{table, "-o", out, "--wingspan", "900"}},
		{exitUsage, `--columns: "y": must be WHAT=COLUMN`, []string{table, "-o", out, "--columns", "y"}},
		{exitUsage, "is a scenario; this command needs a table of tracks", []string{"murmuration", "-o", out}},
		{exitUsage, "dodo", []string{table, "-o", out, "--bird", "dodo"}},
	} {
		code, _, stderr := skein(append([]string{"import"}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.want) {
			t.Errorf("%v: exit code %d, want %d and a message with %q: %s", c.args, code, c.code, c.want, stderr)
		}
		if _, err := os.Stat(filepath.Dir(out)); err == nil {
			t.Fatalf("%v left a file", c.args)
		}
	}
	must(t, "import", table, "-o", out, "-q")
	if code, _, stderr := skein("import", table, "-o", out); code != exitFailed || !strings.Contains(stderr, "use --force to replace it") {
		t.Errorf("exit %d: %s", code, stderr)
	}
	must(t, "import", table, "-o", out, "-q", "--force")
}

// TestImportJackdaws compares three flights of wild jackdaws with figures that were computed from the data
// without skein. The data are from Ling et al. (2019), Nature Communications 10, 5174, under CC BY 4.0.
// They are not part of skein; SKEIN_FIELD names their folder.
func TestImportJackdaws(t *testing.T) {
	dir := os.Getenv("SKEIN_FIELD")
	if dir == "" {
		t.Skip("set SKEIN_FIELD to the folder of the jackdaws' flights")
	}
	for name, want := range map[string]struct {
		rows, least, most int
		velocity          [3]float64
		polarization      float64
		card              bool // whether all birds form one flock
	}{
		"jackdaws-transit-02.csv": {6158, 8, 42, [3]float64{13.3, 1.9, 1.2}, 0.954, false},
		"jackdaws-transit-05.csv": {5432, 18, 33, [3]float64{11.4, -0.2, 0.0}, 0.988, true},
		"jackdaws-transit-06.csv": {16132, 37, 66, [3]float64{7.3, 5.9, -0.8}, 0.923, true},
	} {
		run := filepath.Join(t.TempDir(), "run.mcap")
		must(t, "import", filepath.Join(dir, name), "-o", run, "--wingspan", "0.7", "-q")
		rows, least, most, order, frames := 0, 1<<30, 0, 0.0, 0
		var velocity [3]float64
		for k, s := range framesOf(t, run) {
			rows, least, most = rows+s.Len(), min(least, s.Len()), max(most, s.Len())
			var sum [3]float64
			for _, v := range s.Vel {
				for axis, x := range [3]float32{v[0], -v[2], v[1]} {
					velocity[axis] += float64(x)
					sum[axis] += float64(x / v.Len())
				}
			}
			if k%5 == 0 && s.Len() >= 10 {
				order, frames = order+math.Sqrt(sum[0]*sum[0]+sum[1]*sum[1]+sum[2]*sum[2])/float64(s.Len()), frames+1
			}
		}
		if rows != want.rows || least != want.least || most != want.most {
			t.Errorf("%s: %d rows, %d to %d birds; want %+v", name, rows, least, most, want)
		}
		for axis := range velocity {
			if v := velocity[axis] / float64(rows); math.Abs(v-want.velocity[axis]) > 0.051 {
				t.Errorf("%s: mean velocity %v along axis %d, want %v", name, v, axis, want.velocity[axis])
			}
		}
		if p := order / float64(frames); math.Abs(p-want.polarization) > 0.001 {
			t.Errorf("%s: polarization %v, want %v", name, p, want.polarization)
		}
		var card struct {
			Field struct {
				Rows []struct {
					Name  string
					Value *float64
				}
			}
		}
		if err := json.Unmarshal([]byte(must(t, "stats", run, "--field", "--json")), &card); err != nil {
			t.Fatal(err)
		}
		for _, r := range card.Field.Rows {
			if r.Name == "polarization" && want.card && (r.Value == nil || math.Abs(*r.Value-want.polarization) > 0.005) {
				t.Errorf("%s: the scorecard's polarization is %v, want %v", name, r.Value, want.polarization)
			}
		}
	}
}

func TestImportHourlyTracks(t *testing.T) {
	dir := t.TempDir()
	table, run := filepath.Join(dir, "storks.csv"), filepath.Join(dir, "storks.mcap")
	text := "id,time,x,y,z\n"
	for bird := range 20 {
		for hour := range 720 {
			day, clock, at := hour/24+1, hour%24, float64(hour)
			text += fmt.Sprintf("stork %d,2021-08-%02d %02d:00:%02d,%.2f,%.2f,%.1f\n", bird, day, clock, (7*hour+bird)%40,
				9000*math.Sin(at/30+float64(bird)), 7000*math.Cos(at/40), 300+100*math.Sin(at/9))
		}
	}
	if err := os.WriteFile(table, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	var sum struct {
		Frames       int
		FPS, Seconds float64
	}
	if err := json.Unmarshal([]byte(must(t, "import", table, "-o", run, "--json")), &sum); err != nil {
		t.Fatal(err)
	}
	if sum.Frames != 720 || sum.FPS != 1.0/3600 || sum.Seconds != 720*3600 {
		t.Errorf("%+v", sum)
	}
	info, err := os.Stat(run)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > int64(len(text)) {
		t.Errorf("the recording has %d bytes, want at most the %d of the table", info.Size(), len(text))
	}
	if out := must(t, "stats", run); !strings.Contains(out, "20 boids, tracks, 720 frames over 2588400 s") {
		t.Error(out)
	}
	for _, args := range [][]string{{"csv"}, {"csv", "--fps", "1/1800"}, {"usda", "--fps", "4", "--frames", "1-8"}} {
		must(t, append([]string{"export", run, "-q", "-f", "-o", filepath.Join(dir, "out."+args[0])}, args[1:]...)...)
	}
	if err := json.Unmarshal([]byte(must(t, "record", "--finish", run, "--json")), &sum); err != nil || sum.Frames != 720 || sum.FPS != 1.0/3600 {
		t.Errorf("%+v, %v", sum, err)
	}
	if code, _, stderr := skein("stats", run, "--fps", "2"); code != exitUsage || !strings.Contains(stderr, "has less than one frame per second; leave --fps out") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}
