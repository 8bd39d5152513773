package program

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"skein/cmd/skein/internal/build"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/testfiles"
	"skein/flock"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario/testscene"
)

// TestMain lets the test binary run as skein, for tests that kill the program. It also removes the files
// that the tests built.
func TestMain(m *testing.M) {
	if os.Getenv("SKEIN_TEST_MAIN") != "" || filepath.Base(os.Args[0]) == "skein" {
		Main()
	}
	folder, err := testfiles.OwnFolders()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(builtIn)
	os.RemoveAll(folder)
	os.Exit(code)
}

func process(t *testing.T, args ...string) (cmd *exec.Cmd, stderr *bytes.Buffer) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self, args...)
	cmd.Env = append(os.Environ(), "SKEIN_TEST_MAIN=1")
	stderr = &bytes.Buffer{}
	cmd.Stderr = stderr
	return cmd, stderr
}

func framesOf(t *testing.T, path string) (all []flock.Snapshot) {
	t.Helper()
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	for i := range r.Frames() {
		var s flock.Snapshot
		if err := r.Frame(i, &s); err != nil {
			t.Fatal(err)
		}
		all = append(all, s)
	}
	return all
}

// After a kill, a recording can be opened and has lost at most its last second. A resumed recording
// equals a recording that was not killed.
func TestKilledAndResumed(t *testing.T) {
	dir, scene := t.TempDir(), smallScene(t)
	path := filepath.Join(dir, "run.mcap")
	cmd, _ := process(t, "record", scene, "-o", path, "--seconds", "1e5")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		if r, err := recording.Open(recording.Part(path)); err == nil {
			r.Close()
			break
		}
		if time.Since(begun) > 60*time.Second {
			t.Fatal("after a minute, the recording cannot be read")
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait()
	if _, err := os.Stat(path); err == nil {
		t.Fatal("an unfinished recording already has its final name")
	}
	r, err := recording.Open(recording.Part(path))
	if err != nil {
		t.Fatal(err)
	}
	frames := r.Frames()
	r.Close()
	if _, _, msg := skein("stats", recording.Part(path), "-q"); strings.Contains(msg, "\n\n") {
		t.Error(msg)
	}
	if code, _, msg := skein("export", recording.Part(path), "-o", filepath.Join(dir, "part.csv"), "--frames", "1"); code != 0 || !strings.Contains(msg, "is not finished: it contains the first") {
		t.Errorf("exit %d: %s", code, msg)
	}
	seconds := float64(frames+45) / 30
	flag := "--seconds=" + json.Number(jsonOf(seconds)).String()
	must(t, "record", "--resume", path, flag)
	complete := filepath.Join(dir, "whole.mcap")
	must(t, "record", scene, "-o", complete, flag)
	got, want := framesOf(t, path), framesOf(t, complete)
	if len(got) != len(want) || len(got) != frames+45 {
		t.Fatalf("the recording has %d frames, %d of them before it was resumed; want %d, and 45 more than before", len(got), frames, len(want))
	}
	for i := range want {
		if jsonOf(got[i]) != jsonOf(want[i]) {
			t.Fatalf("frame %d differs", i+1)
		}
	}
	if _, err := os.Stat(recording.Part(path)); err == nil {
		t.Error("the .part file still exists")
	}
}

func jsonOf(v any) string {
	b, _ := json.Marshal(v)
	return string(b)
}

// killedBeforeItsRename renames a finished recording to .part, as if skein was killed just before the rename.
// Resuming must restore the same recording.
func killedBeforeItsRename(t *testing.T, path string) {
	t.Helper()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path, recording.Part(path)); err != nil {
		t.Fatal(err)
	}
	must(t, "record", "--resume", path)
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, before) {
		t.Errorf("the recording of %d bytes has changed; it now has %d (error %v)", len(before), len(after), err)
	}
	if _, err := os.Stat(recording.Part(path)); err == nil {
		t.Error("the .part file still exists")
	}
}

// If a recording is interrupted, a message says how to continue it. Continuing works unless the file was
// changed or its frames are from another flight.
func TestResumeAndVerify(t *testing.T) {
	dir, scene := t.TempDir(), smallScene(t)
	path := filepath.Join(dir, "run.mcap")
	must(t, "record", scene, "-o", path, "--seconds", "12")
	if code, out, notes := skein("record", "--verify", path); code != 0 || !strings.Contains(out, "all 360 frames agree") || !strings.Contains(notes, "360 of 360") {
		t.Errorf("record --verify: exit code %d, want 0 and 360 frames that agree\n%s%s", code, notes, out)
	}
	var report record.VerifyReport
	if err := json.Unmarshal([]byte(must(t, "record", "--verify", "-o", path, "--json", "-q")), &report); err != nil {
		t.Fatal(err)
	}
	if want := (record.VerifyReport{File: path, Agrees: true, Frames: 360, Checkpoints: 2}); report != want {
		t.Errorf("%+v, want %+v", report, want)
	}
	must(t, "record", "--resume", path, "--seconds", "13")
	if n := len(framesOf(t, path)); n != 390 {
		t.Errorf("the recording has %d frames, want 390: 13 s at 30 per second", n)
	}
	must(t, "record", "--verify", path, "--threads", "1")
	killedBeforeItsRename(t, path)
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"--resume " + path, 2, path + " already contains 13 s; --seconds is the length of the whole recording, so it must be longer"},
		{"--resume " + path + " --seconds 5", 2, "contains 13 s"},
		{"--resume " + path + " --seed 5", 2, "--resume cannot be used with --seed, --count, --at, --rule or --fps: the recording determines them"},
		{"--resume " + scene, 2, scene + " is a scenario, not a recording; record it first"},
		{"--verify", 2, "--verify needs a recording, such as skein record --verify run.mcap"},
		{"--verify --resume " + path, 2, "can't be used together"},
		{"--verify " + dir + "/none.mcap", 2, "no such file or directory"},
		{"--resume " + dir + "/none.mcap", 2, "no such file or directory"},
	} {
		code, out, msg := skein(append([]string{"record"}, strings.Fields(c.args)...)...)
		if code != c.code || out != "" || !strings.Contains(msg, c.want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("record %s: exit code %d, message %q; want %d and one line with %q", c.args, code, msg, c.code, c.want)
		}
	}
}

func TestVerifyFindsAnotherFlight(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.mcap")
	def := testscene.Def("murmuration")
	def.WarmUp = 0
	def.Params = model.With(def.Params, "count", 9)
	world, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	text := "version = 1\nwarm_up = 0.0\nparams.count = 9\n"
	for _, key := range []string{"leadership", "leadership_crowd", "outward_spacing", "projection_match"} {
		text += fmt.Sprintf("params.%s = %g\n", key, def.Params.Float(key)) // if the recording did not contain the key, the value would be 0
	}
	out, err := recording.Create(path, recording.Meta{
		TOML: []byte(text), Seed: def.Seed, TickRate: 60, FPS: 60, Flock: recording.Flock{Count: 9}, Version: "0.0.9",
	}, recording.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := out.Checkpoint(0, world.Checkpoint()); err != nil {
		t.Fatal(err)
	}
	var s flock.Snapshot
	for k := range 20 {
		world.Snapshot(&s)
		if k == 13 {
			s.Pos[4][0] += 1
		}
		if err := out.Frame(&s); err != nil {
			t.Fatal(err)
		}
		world.Step()
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	code, stdout, msg := skein("record", "--verify", path, "--json", "-q")
	var report record.VerifyReport
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	d := report.Difference
	if code != 1 || report.Agrees || d == nil || d.Tick != 13 || d.Boid != 4 || !strings.Contains(msg, "at tick 13 (frame 14), boid 4: position") ||
		!strings.HasSuffix(msg, "; it was recorded by skein 0.0.9, this is skein "+build.Version+"\n") {
		t.Errorf("exit %d, %s%s", code, stdout, msg)
	}
}

func TestRecordingContainsTheBird(t *testing.T) {
	dir := t.TempDir()
	path, scene := filepath.Join(dir, "run.mcap"), filepath.Join(dir, "scene.toml")
	model, err := os.ReadFile("../../../models/gull.glb")
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"my.glb": model, "scene.toml": []byte("version = 1\nwarm_up = 0.0\nparams.count = 3\nbird.file = \"my.glb\"\n"),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "record", scene, "-o", path, "--seconds", "1")
	r, err := recording.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := r.File("bird/my.glb"); err != nil || !bytes.Equal(got, model) {
		t.Errorf("the recording has %d bytes of the model, want its %d bytes unchanged (error %v)", len(got), len(model), err)
	}
	if m := r.Meta(); m.Bird != filepath.Join(dir, "my.glb") {
		t.Errorf("the bird is %s", m.Bird)
	}
	if err := os.Remove(filepath.Join(dir, "my.glb")); err != nil {
		t.Fatal(err)
	}
	must(t, "export", path, "-o", filepath.Join(dir, "run.glb")) // this draws the bird from the recording
	if code, _, msg := skein("record", scene, "-o", path, "--force"); code != 1 || !strings.Contains(msg, "my.glb") || strings.Count(msg, "\n") != 1 {
		t.Errorf("without its bird: exit code %d, message %q; want 1 and one line that names my.glb", code, msg)
	}
	if err := os.WriteFile(filepath.Join(dir, "my.glb"), []byte("no model"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(dir, "other.mcap")
	if code, _, msg := skein("record", scene, "-o", other, "--seconds", "1"); code != 1 || !strings.Contains(msg, "my.glb") || strings.Count(msg, "\n") != 1 {
		t.Errorf("with a damaged bird: exit code %d, message %q; want 1 and one line that names my.glb", code, msg)
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("a scene with a damaged bird was recorded")
	}
}

func TestRecordUntilFull(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no sh to limit the size of files with")
	}
	path := filepath.Join(t.TempDir(), "run.mcap")
	cmd, stderr := process(t, "record", smallScene(t), "-o", path, "--seconds", "20", "-q")
	cmd.Args = append([]string{shell, "-c", `ulimit -f 100 && exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = shell
	if err := cmd.Run(); cmd.ProcessState.ExitCode() != 1 {
		t.Fatalf("%v: %s", err, stderr)
	}
	frames := len(framesOf(t, recording.Part(path)))
	if want := fmt.Sprintf("run.mcap.part contains %d frames: use skein record --finish %s.part to finish the recording as it is, or --resume to continue it\n", frames, path); !strings.HasSuffix(stderr.String(), want) || strings.Count(stderr.String(), "\n") != 1 {
		t.Errorf("%s; want %s", stderr, want)
	}
	must(t, "record", "--resume", path)
	must(t, "record", "--verify", path)
	if n := len(framesOf(t, path)); n != 600 || frames >= n {
		t.Errorf("%d frames before the recording was resumed and %d after; want fewer than 600, and 600", frames, n)
	}
}

func TestRecordRefuses(t *testing.T) {
	dir, scene := t.TempDir(), smallScene(t)
	locked := filepath.Join(dir, "locked")
	if err := os.Mkdir(locked, 0o555); err != nil {
		t.Fatal(err)
	}
	part := filepath.Join(dir, "run.mcap.part")
	if err := os.WriteFile(part, []byte("earlier"), 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		filepath.Join(dir, "run.mcap"):  "use --resume to continue the recording, --finish to finish it as it is, or --force to replace it",
		filepath.Join(locked, "a.mcap"): "permission denied",
	} {
		if os.Getuid() == 0 && strings.HasPrefix(path, locked) {
			continue // root may write to any file
		}
		code, _, msg := skein("record", scene, "-o", path, "-q")
		if code != 1 || !strings.Contains(msg, want) || strings.Count(msg, "\n") != 1 {
			t.Errorf("%s: exit code %d, message %q; want 1 and one line with %q", path, code, msg, want)
		}
	}
	if data, _ := os.ReadFile(part); string(data) != "earlier" {
		t.Error("an earlier .part file changed")
	}
	if code, _, msg := skein("record", "--resume", part); code != 1 || !strings.Contains(msg, "not a recording (recordings are MCAP files)") {
		t.Errorf("exit %d, %s", code, msg)
	}
}
