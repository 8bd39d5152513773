package models

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"skein/flock/sample"
	"skein/models/gltf"
	"skein/models/internal/testdoc"
)

// TestHostileFiles checks that loading any file takes at most 256 MB plus ten times its size, and 20
// seconds.
func TestHostileFiles(t *testing.T) {
	if os.Getenv("SKEIN_HOSTILE") != "" {
		loadAndReport(os.Getenv("SKEIN_HOSTILE"))
		return
	}
	if _, err := os.Stat("/proc/self/status"); err != nil || testing.Short() {
		t.Skip("this test is slow and needs /proc")
	}
	dir := t.TempDir()
	var all sync.WaitGroup
	slots := make(chan struct{}, runtime.NumCPU())
	files := testdoc.Hostile(t)
	for _, name := range sample.Keys(t, len(files)/2, files) {
		data := files[name]
		path := filepath.Join(dir, strings.ReplaceAll(name, " ", "-"))
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		all.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			checkHostile(t, name, path, len(data))
		})
	}
	all.Wait()
}

// checkHostile loads a file in a separate process. The process must not fail, take too much memory
// or time, or print several lines.
func checkHostile(t *testing.T, name, path string, size int) {
	child := exec.Command(os.Args[0], "-test.run=^TestHostileFiles$")
	child.Env = append(os.Environ(), "SKEIN_HOSTILE="+path)
	output, err := child.Output()
	if err != nil {
		t.Errorf("%s: %v: %s", name, err, output)
		return
	}
	peak, fault, _ := strings.Cut(strings.TrimSpace(string(output)), "\n")
	used, err := strconv.Atoi(peak)
	const program = 30000 // memory of the program without the file, kB
	if limit := 256*1000 - program + 10*size/1000; err != nil || used > limit {
		t.Errorf("%s: reading %d bytes took %s kB of memory, want at most %d kB", name, size, peak, limit)
	}
	duration := child.ProcessState.UserTime() + child.ProcessState.SystemTime() // CPU time, which does not depend on other load
	if duration > 20*time.Second || strings.Contains(fault, "\n") {
		t.Errorf("%s: reading took %v and printed %q, want at most 20 s and one line", name, duration, fault)
	}
	t.Logf("%s: a file of %d kB took %d kB of memory and %v; message: %s", name, size/1000, used, duration, fault)
}

func loadAndReport(path string) {
	m, err := gltf.Load(path)
	if err == nil {
		_, err = m.PosePrimitives(m.DefaultClip(), 0.5)
	}
	if err == nil {
		_, err = Bake(m, BakeOptions{})
	}
	status, _ := os.ReadFile("/proc/self/status")
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	fmt.Printf("%s\n%v\n", strings.Fields(rest)[0], err)
	os.Exit(0)
}
