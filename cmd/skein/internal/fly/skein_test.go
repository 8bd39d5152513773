package fly

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"skein/cmd/skein/internal/testfiles"
)

// program builds skein once and returns its path. The tests run commands that open no window, and a program
// without one takes less time to link.
var program = sync.OnceValues(func() (path string, err error) {
	if programIn, err = os.MkdirTemp("", "skein-program-"); err != nil {
		return "", err
	}
	path = filepath.Join(programIn, "skein")
	build := exec.Command("go", "build", "-tags", "nowindow", "-ldflags=-s -w", "-o", path, "skein/cmd/skein")
	_, file, _, _ := runtime.Caller(0) // a test may have changed the working folder
	build.Dir = filepath.Dir(file)
	return path, build.Run()
})

var programIn string // folder of the program; empty until it is built

func TestMain(m *testing.M) {
	folder, err := testfiles.OwnFolders()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	code := m.Run()
	os.RemoveAll(folder)
	os.RemoveAll(programIn)
	os.Exit(code)
}

func runSkein(t *testing.T, args ...string) (stdout string) {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	var stderr strings.Builder
	cmd := exec.Command(path, args...)
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("skein %s: %v: %s", strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}
