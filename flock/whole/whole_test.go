package whole

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
)

// TestMain runs the tests. With an argument from a test, the program is a writer that never finishes.
func TestMain(m *testing.M) {
	if path := os.Getenv("WHOLE_TEST_WRITE"); path != "" {
		write(path)
	}
	os.Exit(m.Run())
}

// write begins a file at path, prints its temporary name, and waits until it is killed.
func write(path string) {
	busy := func(name string) {
		fmt.Println(name)
		_, _ = io.Copy(io.Discard, os.Stdin) // standard input does not end, so this waits
	}
	var err error
	if filepath.Ext(path) == "" {
		err = Folder(path, true, func(dir string) error {
			err := os.WriteFile(filepath.Join(dir, "half"), []byte("half of a"), 0o666)
			busy(dir)
			return err
		})
	} else {
		err = Write(path, true, func(f *os.File) error {
			_, err := f.WriteString("half of a")
			busy(f.Name())
			return err
		})
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// writer starts a process that writes to path, and returns the file's temporary name.
func writer(t *testing.T, path string) (name string, kill func()) {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "WHOLE_TEST_WRITE="+path)
	cmd.Stderr = os.Stderr
	if _, err := cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	kill = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	t.Cleanup(kill)
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(line), kill
}

func put(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}

// holds checks that a folder contains exactly the given files.
func holds(t *testing.T, dir string, want map[string]string) {
	t.Helper()
	seen := 0
	err := filepath.WalkDir(dir, func(path string, at fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if at.IsDir() {
			if inside, _ := os.ReadDir(path); len(inside) == 0 && len(want) > 0 {
				t.Errorf("%s is empty", path)
			}
			return nil
		}
		rel, _ := filepath.Rel(dir, path)
		got, err := os.ReadFile(path)
		if text, wanted := want[rel]; !wanted || string(got) != text {
			t.Errorf("%s exists and contains %q (error %v), want %q", rel, got, err, text)
		}
		seen++
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if inside, _ := os.ReadDir(dir); seen != len(want) || len(want) == 0 && len(inside) > 0 {
		t.Errorf("%s contains %d files (%v), want %d", dir, seen, inside, len(want))
	}
}

func text(s string) func(*os.File) error {
	return func(f *os.File) error {
		_, err := f.WriteString(s)
		return err
	}
}

// A writer never changes a user's own files, even if their names look like temporary names.
func TestOtherFilesStay(t *testing.T) {
	dir := t.TempDir()
	want := map[string]string{}
	for _, name := range []string{
		"keep.part.csv", ".keep.part.csv", "keep.csv.part", "keep.tmp.csv", ".keep.csv", "keep.csv~", ".keep.csv.swp",
		".keep.skein-1.csv", ".keep.skein-0123456789ab-1.csv", "keep.skein-1.csv", ".keep.skein.csv",
	} {
		want[name] = "of " + name
		put(t, filepath.Join(dir, name), want[name])
	}
	path := filepath.Join(dir, "keep.csv")
	if err := Write(path, false, text("new")); err != nil {
		t.Fatal(err)
	}
	want["keep.csv"] = "new"
	holds(t, dir, want)
	if err := Write(path, true, func(*os.File) error { return errors.New("broke") }); err == nil || !strings.Contains(err.Error(), "keep.csv: broke") {
		t.Errorf("error %v", err)
	}
	if err := Write(path, false, text("newer")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("the error is %v, want that the file exists", err)
	}
	holds(t, dir, want)
}

// Two writers to one path leave the complete file of one of them.
func TestTwoWriters(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.csv")
	first, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	second, err := Create(path, false)
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for f, s := range map[*File]string{first: "1", second: "2"} {
			if err := text(s)(f.File); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := second.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := first.Commit(); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), path) {
		t.Errorf("the other writer gets the error %v, want that %s exists", err, path)
	}
	first.Abort()
	second.Abort()
	holds(t, dir, map[string]string{"a.csv": "222"})
}

// Of many concurrent writers of files and folders, each leaves its whole result or nothing.
func TestManyWriters(t *testing.T) {
	dir := t.TempDir()
	var all sync.WaitGroup
	for k := range 24 {
		all.Go(func() {
			body := strings.Repeat(string(rune('a'+k)), 5000)
			if err := Write(filepath.Join(dir, "a.csv"), true, text(body)); err != nil {
				t.Error(err)
			}
			err := Folder(filepath.Join(dir, "b"), false, func(d string) error {
				for _, name := range []string{"x", "y"} {
					if err := os.WriteFile(filepath.Join(d, name), []byte(body), 0o666); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil && !errors.Is(err, fs.ErrExist) {
				t.Error(err)
			}
		})
	}
	all.Wait()
	a, _ := os.ReadFile(filepath.Join(dir, "a.csv"))
	x, _ := os.ReadFile(filepath.Join(dir, "b", "x"))
	for _, b := range [][]byte{a, x} {
		if len(b) != 5000 || strings.Trim(string(b), string(b[:1])) != "" {
			t.Errorf("the file has %d bytes and mixes two writes, want 5000 bytes of one", len(b))
		}
	}
	holds(t, dir, map[string]string{"a.csv": string(a), "b/x": string(x), "b/y": string(x)})
}

// The next writer of a path removes files of a killed process, but not those of running processes or other
// paths.
func TestKilledWriter(t *testing.T) {
	if !MovesOpen {
		t.Skip(runtime.GOOS + " does not keep locks")
	}
	for _, name := range []string{"a.csv", "folder"} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, name)
			dead, kill := writer(t, path)
			if filepath.Dir(dead) != dir || !strings.HasPrefix(filepath.Base(dead), ".") || filepath.Ext(dead) != filepath.Ext(path) && filepath.Ext(path) != "" {
				t.Errorf("the writer's temporary file is %s, want a hidden name beside %s with its ending", dead, path)
			}
			alive, _ := writer(t, path)
			kill()
			if alive == dead {
				t.Fatalf("both write %s", dead)
			}
			for _, at := range []string{dead, alive} {
				if _, err := os.Lstat(at); err != nil {
					t.Fatalf("the dead writer's file is gone before the next writer: %v", err)
				}
			}
			if err := Write(filepath.Join(dir, "b.csv"), false, text("b")); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Lstat(dead); err != nil {
				t.Errorf("a writer to another place removed the file: %v", err)
			}
			want := map[string]string{"b.csv": "b"}
			if name == "folder" {
				err := Folder(path, false, func(d string) error {
					return os.WriteFile(filepath.Join(d, "x"), []byte("new"), 0o666)
				})
				if err != nil {
					t.Fatal(err)
				}
				want["folder/x"] = "new"
				want[filepath.Base(alive)+"/half"] = "half of a"
			} else {
				if err := Write(path, false, text("new")); err != nil {
					t.Fatal(err)
				}
				want["a.csv"] = "new"
				want[filepath.Base(alive)] = "half of a"
			}
			holds(t, dir, want)
		})
	}
}

// A folder appears as a whole. Merged into an existing folder, it leaves old files.
func TestFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "out")
	fill := func(names ...string) func(string) error {
		return func(d string) error {
			for _, name := range names {
				at := filepath.Join(d, name)
				if err := os.MkdirAll(filepath.Dir(at), 0o777); err != nil {
					return err
				}
				if err := os.WriteFile(at, []byte("new "+name), 0o666); err != nil {
					return err
				}
			}
			return nil
		}
	}
	if err := Folder(path, false, fill("a", "deep/b")); err != nil {
		t.Fatal(err)
	}
	put(t, filepath.Join(path, "a"), "old a")
	put(t, filepath.Join(path, "mine"), "mine")
	if err := Folder(path, false, fill("a")); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	holds(t, path, map[string]string{"a": "old a", "deep/b": "new deep/b", "mine": "mine"})
	if err := Folder(path, true, fill("a", "c")); err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"a": "new a", "deep/b": "new deep/b", "c": "new c", "mine": "mine"}
	holds(t, path, want)
	if err := Files(path, []string{"d", "mine"}, false, fill("d", "mine")); !errors.Is(err, fs.ErrExist) || !strings.Contains(err.Error(), "mine") {
		t.Errorf("the error is %v, want that mine exists", err)
	}
	holds(t, path, want)
	late := func(d string) error { // another writer is first
		put(t, filepath.Join(path, "e"), "another's")
		return fill("e")(d)
	}
	if err := Files(path, []string{"e"}, false, late); !errors.Is(err, fs.ErrExist) {
		t.Errorf("error %v", err)
	}
	want["e"] = "another's"
	holds(t, path, want)
	if err := Files(path, []string{"e", "f"}, true, fill("e", "f")); err != nil {
		t.Fatal(err)
	}
	want["e"], want["f"] = "new e", "new f"
	holds(t, path, want)
	if err := Files(filepath.Join(dir, "x", "y"), []string{"a"}, false, fill("a")); err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(dir, "x"), map[string]string{"y/a": "new a"})
	put(t, filepath.Join(dir, "file"), "")
	if err := Folder(filepath.Join(dir, "file"), true, fill("a")); err == nil || !strings.Contains(err.Error(), "is a file") {
		t.Errorf("error %v", err)
	}
}

func TestMissingFolders(t *testing.T) {
	dir := t.TempDir()
	deep := filepath.Join(dir, "a", "b", "c.csv")
	if err := Write(deep, false, func(*os.File) error { return errors.New("broke") }); err == nil {
		t.Error("no error")
	}
	if err := Folder(deep, false, func(string) error { return errors.New("broke") }); err == nil {
		t.Error("no error")
	}
	holds(t, dir, nil)
	if err := Write(deep, false, text("c")); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(dir, "a", "x", "d.csv"), false, func(*os.File) error { return errors.New("broke") }); err == nil {
		t.Error("no error")
	}
	holds(t, dir, map[string]string{"a/b/c.csv": "c"})
	for _, path := range []string{filepath.Join(deep, "d.csv"), filepath.Join(dir, "a")} {
		if err := Write(path, true, text("d")); err == nil || !strings.Contains(err.Error(), path) || strings.Contains(err.Error(), ".skein-") {
			t.Errorf("the error is %v, want one that names %s", err, path)
		}
	}
	holds(t, dir, map[string]string{"a/b/c.csv": "c"})
}

func TestLongNames(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{
		strings.Repeat("n", 251) + ".csv", strings.Repeat("ä", 125) + ".csv", "n." + strings.Repeat("e", 250), ".csv", "n",
	} {
		if err := Write(filepath.Join(dir, name), false, text(name)); err != nil {
			t.Errorf("%d bytes: %v", len(name), err)
		}
		if got, _ := os.ReadFile(filepath.Join(dir, name)); string(got) != name {
			t.Errorf("a name of %d bytes: the file contains %q, want its name", len(name), got)
		}
	}
}

// A temporary file has no name if the system can remove open files. Otherwise, the next writer removes the
// file of a killed writer.
func TestScratch(t *testing.T) {
	if !MovesOpen {
		t.Skip(runtime.GOOS + " does not keep locks")
	}
	dir := t.TempDir()
	put(t, tempNames(filepath.Join(dir, "scratch"))(1), "left")
	for range 3 {
		f, err := Scratch(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		holds(t, dir, map[string]string{})
		if _, err := f.WriteString("kept"); err != nil {
			t.Error(err)
		}
		text := make([]byte, 4)
		if _, err := f.ReadAt(text, 0); err != nil || string(text) != "kept" {
			t.Errorf("%q: %v", text, err)
		}
	}
}
