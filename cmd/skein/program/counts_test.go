package program

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestCountsOutOfRange(t *testing.T) {
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.mcap"), filepath.Join(dir, "b.mcap")
	for _, path := range []string{a, b} {
		must(t, "record", smallScene(t), "-o", path, "--seconds", "0.2", "-q")
	}
	threads := []string{
		"stats A", "stats A B", "stats murmuration", "record --verify A", "record --resume A --seconds 1",
		"record murmuration -o C", "record --sweep seed=1:2 -o DIR", "render A -o DIR/##.png", "fly A", "fly",
	}
	var lines []string
	for _, n := range []string{"-1", "257", "99999999999999999999", "1.5"} {
		for _, cmd := range threads {
			lines = append(lines, cmd+" --threads "+n)
		}
		lines = append(lines, "bench --boids 1 --ticks 1 --frames 0 --workers "+n, "bird starling --poses "+n, "export A -o DIR/a.glb --poses "+n)
	}
	lines = append(lines,
		"bench --boids 1 --ticks 1 --frames 0 --record -1", "bench --frames 0 --boids -1", "bench --boids 1 --frames 0 --ticks -1",
		"stats A --fps -1", "stats A --fps 99", "stats A --seconds -1", "stats A --every -1", "stats murmuration --seeds 0", "stats murmuration --seeds -1",
		"export A -o DIR/a.csv --boids 20", "export A -o DIR/a.csv --frames 0",
		"record murmuration -o C --fps 0", "record murmuration -o C --count -1", "record --resume A --seconds -1",
		"render A -o DIR/a.png --strip 1000000000", "render A -o DIR/a.png --strip 7", "render A -o DIR/a.png --strip -1",
		"render murmuration -o DIR/a.png --seconds 9 --strip 52",
		"fly A --frames -1", "scenario check --bogus 1",
	)
	for _, line := range lines {
		args := strings.Fields(strings.NewReplacer("A", a, "B", b, "DIR", dir, "C", filepath.Join(dir, "c.mcap")).Replace(line))
		code, out, msg := skein(args...)
		if strings.Contains(msg, "built without a window") {
			continue
		}
		flag := args[len(args)-2]
		if code != exitUsage || out != "" || strings.Count(msg, "\n") != 1 || !strings.Contains(msg, strings.TrimLeft(flag, "-")) {
			t.Errorf("skein %s: exit code %d, output %q, message %q; want a usage error of one line", line, code, out, msg)
		}
	}
	checkFolder(t, dir, "a.mcap", "b.mcap")
}

// The commands refuse a number of pictures that is too large for memory. This holds for every flag that
// sets such a number.
func TestTooManyFrames(t *testing.T) {
	t.Chdir(t.TempDir())
	must(t, "record", smallScene(t), "-o", "run.mcap", "--seconds", "5", "-q")
	many := strings.Repeat("1-150,", 20000) + "1-150"
	for _, line := range []string{
		"render murmuration -o ##.png --seconds 70000000 --slurm 2", "render murmuration -o a.png --seconds 70000000 --strip 3",
		"export run.mcap -o a.csv --frames " + strings.Repeat(many+",", 7) + many,
	} {
		code, out, msg := skein(strings.Fields(line)...)
		if code != exitUsage || out != "" || !strings.Contains(msg, "more than 20000000 frames: select fewer at a time") || strings.Count(msg, "\n") != 1 {
			t.Errorf("%.80s: exit code %d, output %q, message %q; want one line that names the limit", line, code, out, msg)
		}
	}
	checkFolder(t, ".", "run.mcap")
}

// A recording without birds is allowed, but one line says so.
func TestRecordNoBirds(t *testing.T) {
	code, _, stderr := skein("record", "murmuration", "--count", "0", "--seconds", "0.1", "-o", filepath.Join(t.TempDir(), "a.mcap"), "-q")
	if code != 0 || strings.Count(stderr, "\n") != 1 || !strings.Contains(stderr, "no birds, because the count is 0") {
		t.Errorf("exit %d, and the message is %q", code, stderr)
	}
}
