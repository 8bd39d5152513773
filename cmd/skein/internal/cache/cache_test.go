package cache

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

func TestCacheIsBounded(t *testing.T) {
	c := Cache{Folder: t.TempDir(), MaxBytes: 1 << 20}
	old := time.Now().Add(-time.Hour)
	for k := range 10 {
		name := fmt.Sprint("model", k)
		c.Put(name, make([]byte, 1000))
		at := old.Add(time.Duration(k) * time.Minute)
		if err := os.Chtimes(filepath.Join(c.Folder, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.Get("model0"); !ok { // the lookup marks model0 as recently used
		t.Fatal("model0 is not stored")
	}
	c.prune(3500)
	for k := range 10 {
		if _, ok := c.Get(fmt.Sprint("model", k)); ok != (k == 0 || k >= 8) {
			t.Errorf("model%d: stored is %v; want model0 and all from model8 on to be stored", k, ok)
		}
	}
	c.prune(10)
	if remaining, _ := os.ReadDir(c.Folder); len(remaining) != 1 {
		t.Errorf("%d files are left, want 1", len(remaining))
	}
}

func TestDamagedFileIsReplaced(t *testing.T) {
	c := Cache{Folder: t.TempDir(), MaxBytes: 1 << 20}
	count := 0
	get := func() string {
		same := func(data []byte) ([]byte, error) { return data, nil }
		v, err := Make(c, "it", same, func() ([]byte, error) { count++; return []byte("a bird"), nil }, same)
		if err != nil {
			t.Fatal(err)
		}
		return string(v)
	}
	file := filepath.Join(c.Folder, "it")
	for range 2 {
		if v := get(); v != "a bird" || count != 1 {
			t.Fatalf("got %q, made %d times; want \"a bird\", made once", v, count)
		}
	}
	good, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	bad := [][]byte{append(slices.Clone(good), 0)}
	for k := range good {
		flipped := slices.Clone(good)
		flipped[k] ^= 4
		bad = append(bad, good[:k], flipped)
	}
	for _, data := range bad {
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
		count = 0
		if v := get(); v != "a bird" || count != 1 {
			t.Fatalf("with the file %q: got %q, made %d times; want \"a bird\", made once", data, v, count)
		}
		if second, err := os.ReadFile(file); err != nil || !bytes.Equal(second, good) {
			t.Fatalf("after the damage %q, the file holds %q (error %v), want the good entry", data, second, err)
		}
	}
	c.MinTime = time.Hour
	if err := os.WriteFile(file, good[1:], 0o666); err != nil {
		t.Fatal(err)
	}
	get()
	if _, err := os.Stat(file); err == nil {
		t.Error("the damaged file was not deleted")
	}
}

func TestNoCacheFolder(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"", file, filepath.Join(file, "birds")} {
		c, result := Cache{Folder: folder, MaxBytes: 1 << 20}, 0
		same := func(data []byte) ([]byte, error) { return data, nil }
		for n := range 2 {
			v, err := Make(c, "it", same, func() ([]byte, error) { result++; return []byte("a bird"), nil }, same)
			if err != nil || string(v) != "a bird" || result != n+1 {
				t.Errorf("with the folder %q: got %q (error %v), made %d times; want \"a bird\", made anew each time", folder, v, err, result)
			}
		}
	}
	if data, err := os.ReadFile(file); err != nil || len(data) > 0 {
		t.Errorf("reading the empty file: error %v, content %q; want it unchanged", err, data)
	}
}

// Two lists of parts have different keys even if their concatenations are equal.
func TestKeysDiffer(t *testing.T) {
	if a, b := Key([]byte("ab"), []byte("c")), Key([]byte("a"), []byte("bc")); a == b || a == "" {
		t.Errorf("two different lists have the same key, or an empty one: %q", a)
	}
}
