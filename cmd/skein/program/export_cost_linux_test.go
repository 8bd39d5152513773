package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// BenchmarkExportCost exports 10,000 birds and 240 frames in each format. It reports the processor time and
// the largest memory of the process, for birds that are already in the cache. "make export-costs" runs it.
func BenchmarkExportCost(b *testing.B) {
	folder := b.TempDir()
	run := filepath.Join(folder, "run.mcap")
	skein := func(args ...string) *os.ProcessState {
		b.Helper()
		c := exec.Command(os.Args[0], append(args, "--force", "--quiet")...)
		c.Env = append(os.Environ(), "SKEIN_TEST_MAIN=1")
		if out, err := c.CombinedOutput(); err != nil {
			b.Fatalf("%v: %v: %s", args, err, out)
		}
		return c.ProcessState
	}
	skein("record", "starlings", "--count", "10000", "--seconds", "8", "-o", run)
	measure := func(b *testing.B, outputs ...string) {
		args := []string{"export", run}
		for _, o := range outputs {
			args = append(args, "-o", filepath.Join(folder, o))
		}
		skein(append(args, "--frames", "1")...)
		seconds, most := 0.0, int64(0)
		for b.Loop() {
			s := skein(args...)
			seconds += (s.UserTime() + s.SystemTime()).Seconds()
			most = max(most, s.SysUsage().(*syscall.Rusage).Maxrss*1024)
		}
		b.ReportMetric(seconds/float64(b.N), "cpu-s/op")
		b.ReportMetric(float64(most)/1e6, "MB")
		for _, o := range outputs {
			os.RemoveAll(filepath.Join(folder, o))
		}
	}
	for _, name := range []string{
		"usdc", "usda", "usdz", "blender", "glb", "godot", "unity", "unreal", "abc", "csv", "tidy.csv", "parquet", "nc", "html",
	} {
		b.Run(name, func(b *testing.B) { measure(b, "out."+name) })
	}
	b.Run("usdc+csv+abc", func(b *testing.B) { measure(b, "all.usdc", "all.csv", "all.abc") })
}
