//go:build linux && amd64

package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"skein/flock/whole"
)

// TestMain also lets the test binary run "endure inject", or one of the programs that inject traces.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "inject" {
		os.Exit(inject(os.Args[2:]))
	}
	if len(os.Args) > 1 && os.Args[1] == "calls" {
		makeCalls(os.Args[2])
		os.Exit(0)
	}
	if len(os.Args) > 1 && os.Args[1] == "put" {
		if err := whole.WriteData(os.Args[2], false, []byte("some bytes")); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// injected runs a program in which a call fails. It returns the program's output, the counts that the
// injector writes, and whether the program succeeded. If tracing is not permitted, it skips the test. If
// tracing fails for another reason, it fails the test in CI.
func injected(t *testing.T, out string, args []string, program ...string) (output, counts string, ok bool) {
	t.Helper()
	count := filepath.Join(t.TempDir(), "count")
	cmd := exec.Command(os.Args[0], slices.Concat([]string{"inject", "-dir", out, "-count", count}, args, []string{"--"}, program)...)
	text, err := cmd.CombinedOutput()
	switch code := exitCode(err); {
	case err == nil:
	case code == notPermitted, code == notTraced && os.Getenv("CI") == "":
		t.Skipf("tracing is not possible here: %s", text)
	case code == notTraced:
		t.Fatalf("tracing failed: %s", text)
	}
	counted, _ := os.ReadFile(count)
	return string(text), strings.TrimSpace(string(counted)), err == nil
}

// The script writes two files below the folder and one outside. For each file, there are two calls: one
// opens it and one writes it. The injector counts only calls below the folder.
func TestInject(t *testing.T) {
	dir, out := t.TempDir(), filepath.Join(t.TempDir(), "out")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "echo a >" + dir + "/beside; echo b >" + out + "/first; echo c >" + out + "/second; true"
	run := func(args ...string) (seen, first, second string) {
		os.Remove(filepath.Join(out, "first"))
		os.Remove(filepath.Join(out, "second"))
		_, seen, _ = injected(t, out, args, "sh", "-c", script)
		read := func(path string) string {
			text, _ := os.ReadFile(path)
			return string(text)
		}
		return seen, read(filepath.Join(out, "first")), read(filepath.Join(out, "second"))
	}
	for _, c := range []struct {
		args                []string
		seen, first, second string
	}{
		{[]string{"-k", "100"}, "4 0", "b\n", "c\n"},
		{[]string{"-k", "2"}, "4 0", "", "c\n"},
		{[]string{"-k", "4"}, "4 0", "b\n", ""},
		{[]string{"-k", "2", "-onward"}, "3 0", "", ""},
	} {
		if seen, first, second := run(c.args...); seen != c.seen || first != c.first || second != c.second {
			t.Errorf("%v: %s calls, files %q and %q; want %s, %q and %q", c.args, seen, first, second, c.seen, c.first, c.second)
		}
	}
}

// makeCalls copies, renames and removes files in a folder. It uses the system calls of the Go library and
// of C programs, and prints the error number of each call.
func makeCalls(dir string) {
	open := func(name string) *os.File {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_RDWR, 0o644)
		if err != nil {
			fmt.Println("open:", err)
		}
		return f
	}
	from := open("from")
	from.WriteString("some bytes")
	to := open("to")
	folder, err := os.Open(dir)
	if err != nil {
		fmt.Println("open:", err)
		return
	}
	call := func(name string, number uintptr, args ...uintptr) {
		args = append(args, 0, 0, 0, 0, 0, 0)
		_, _, errno := syscall.Syscall6(number, args[0], args[1], args[2], args[3], args[4], args[5])
		fmt.Println(name, int(errno))
	}
	text := func(s string) uintptr { return uintptr(unsafe.Pointer(&append([]byte(s), 0)[0])) }
	call("copy_file_range", sysCopyFileRange, from.Fd(), 0, to.Fd(), 0, 4, 0)
	from.Seek(0, io.SeekStart)
	call("sendfile", sysSendfile, to.Fd(), from.Fd(), 0, 4)
	call("renameat2", sysRenameat2, folder.Fd(), text("to"), folder.Fd(), text("moved"), 0)
	call("unlinkat", sysUnlinkat, folder.Fd(), text("moved"), 0)
}

// The injector counts calls that copy, rename and remove files, and makes them fail. Their paths may be
// relative to an open folder.
func TestInjectCopiesAndRemovals(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	if err := os.Mkdir(out, 0o755); err != nil {
		t.Fatal(err)
	}
	names := []string{"copy_file_range", "sendfile", "renameat2", "unlinkat"}
	const before = 3 // calls for the file before: two open it and one writes it
	for k := range len(names) + 1 {
		os.RemoveAll(filepath.Join(out, "to"))
		os.RemoveAll(filepath.Join(out, "moved"))
		output, seen, _ := injected(t, out, []string{"-k", strconv.Itoa(before + 1 + k)}, os.Args[0], "calls", out)
		want, counted := "", "7 0"
		for i, name := range names {
			errno := 0
			switch {
			case i == k:
				errno = int(syscall.ENOSPC)
			case k == 2 && i == 3: // the file was not renamed, so it cannot be removed under its new name
				errno = int(syscall.ENOENT)
			}
			want += fmt.Sprintln(name, errno)
		}
		if k == 3 {
			counted = "7 1"
		}
		if output != want || seen != counted {
			t.Errorf("call %d: the program printed %q, and %q were counted; want %q, %q", k, output, seen, want, counted)
		}
	}
}

// Whichever call fails, whole.Put returns nil if and only if the file exists. This includes the call that
// removes the hidden name of the file.
func TestPutWhileCallsFail(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	file := filepath.Join(out, "file")
	for k := 1; k < 20; k++ {
		os.RemoveAll(out)
		if err := os.Mkdir(out, 0o755); err != nil {
			t.Fatal(err)
		}
		_, seen, ok := injected(t, out, []string{"-k", strconv.Itoa(k)}, os.Args[0], "put", file)
		text, err := os.ReadFile(file)
		if ok && string(text) != "some bytes" || !ok && err == nil {
			t.Errorf("call %d was made to fail: the program reported success %v, but the file holds %q (%v)", k, ok, text, err)
		}
		calls, blocked := 0, 0
		if _, err := fmt.Sscan(seen, &calls, &blocked); err != nil {
			t.Fatal(err)
		}
		if calls < k {
			if k < 5 {
				t.Errorf("only %d calls were made, want at least 5", calls)
			}
			return
		}
	}
}
