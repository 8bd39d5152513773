package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"skein/flock"
	"skein/models"
)

// A cache holds so much and no more: what was longest of no
// use goes first, and what was put last stays, however large it is.
func TestCacheIsBounded(t *testing.T) {
	c := cache{t.TempDir(), 1 << 20, 0}
	old := time.Now().Add(-time.Hour)
	for k := range 10 {
		name := fmt.Sprint("model", k)
		c.Put(name, make([]byte, 1000))
		at := old.Add(time.Duration(k) * time.Minute)
		if err := os.Chtimes(filepath.Join(c.folder, name), at, at); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := c.Get("model0"); !ok { // it is of use again
		t.Fatal("nothing is kept")
	}
	c.prune(3500)
	for k := range 10 {
		if _, ok := c.Get(fmt.Sprint("model", k)); ok != (k == 0 || k >= 8) {
			t.Errorf("model%d is kept: %v", k, ok)
		}
	}
	c.prune(10)
	if left, _ := os.ReadDir(c.folder); len(left) != 1 {
		t.Errorf("%d files are left", len(left))
	}
}

// What was kept is given back as it was, and what is damaged on the disk in any way is made anew
// and kept again.
func TestDamagedIsMadeAnew(t *testing.T) {
	c := cache{t.TempDir(), 1 << 20, 0}
	made := 0
	get := func() string {
		same := func(data []byte) ([]byte, error) { return data, nil }
		v, err := found(c, "it", same, func() ([]byte, error) { made++; return []byte("a bird"), nil }, same)
		if err != nil {
			t.Fatal(err)
		}
		return string(v)
	}
	file := filepath.Join(c.folder, "it")
	for range 2 {
		if v := get(); v != "a bird" || made != 1 {
			t.Fatalf("%q, made %d times, want once", v, made)
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
		made = 0
		if v := get(); v != "a bird" || made != 1 {
			t.Fatalf("of %q: %q, made %d times, want once", data, v, made)
		}
		if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, good) {
			t.Fatalf("after %q: %q is kept, %v", data, again, err)
		}
	}
	c.worth = time.Hour
	if err := os.WriteFile(file, good[1:], 0o666); err != nil {
		t.Fatal(err)
	}
	get()
	if _, err := os.Stat(file); err == nil {
		t.Error("what is damaged stays")
	}
}

// Where nothing can be kept all is made each time.
func TestNowhereToKeep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"", file, filepath.Join(file, "birds")} {
		c, made := cache{folder, 1 << 20, 0}, 0
		same := func(data []byte) ([]byte, error) { return data, nil }
		for n := range 2 {
			v, err := found(c, "it", same, func() ([]byte, error) { made++; return []byte("a bird"), nil }, same)
			if err != nil || string(v) != "a bird" || made != n+1 {
				t.Errorf("%q: %q, %v, made %d times", folder, v, err, made)
			}
		}
	}
	if data, err := os.ReadFile(file); err != nil || len(data) > 0 {
		t.Errorf("%v: the file became %q", err, data)
	}
}

// A build is told by the ID that Go wrote into it, and what has none by its content.
func TestBuildOf(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	id, err := exec.Command("go", "tool", "buildid", self).Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.TrimSpace(string(id)); runtime.GOOS == "linux" && (thisBuild() != want || want == "") {
		t.Errorf("this build is %q, want %q", thisBuild(), want)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if k := bytes.LastIndex(program, []byte(".note.go.buildid\x00")); k > 0 {
		program[k+1] = 'N' // no such section
	}
	one := buildOf(bytes.NewReader(program))
	if want := fmt.Sprintf("%x", sha256.Sum256(program)); one != want {
		t.Errorf("without an ID it is %q, want %q", one, want)
	}
	for _, text := range []string{"", "#!/bin/sh\n", "\x7fELF"} {
		if got, want := buildOf(strings.NewReader(text)), fmt.Sprintf("%x", sha256.Sum256([]byte(text))); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
	if a, b := byBuild([]byte("ab"), []byte("c")), byBuild([]byte("a"), []byte("bc")); a == b || a == "" {
		t.Errorf("two things are both called %q", a)
	}
}

// A flock that goes on from a warm-up that was kept flies as the one that flew it, and one
// that begins otherwise does not go on from it.
func TestWarmUpsAreKept(t *testing.T) {
	hunt := filepath.Join(t.TempDir(), "hunt.toml")
	if err := os.WriteFile(hunt, []byte(`version = 1
name = "hunt"
species = "sparrow"
flees = ["hawk"]
seed = 7
params.count = 24
[[flock]]
species = "hawk"
follows = ["sparrow"]
params.count = 3
[[obstacle]]
name = "tower"
shape = "box"
at = [0, 20, 0]
size = [8, 40, 8]
[[event]]
at = 0.5
key = "cohesion"
species = "sparrow"
value = 0.1
seconds = 1.0
[[event]]
at = 1.0
do = "scatter"
`), 0o666); err != nil {
		t.Fatal(err)
	}
	for name, count := range map[string]int{"murmuration": 60, hunt: 24} {
		t.Run(filepath.Base(name), func(t *testing.T) { testKeptWarmUps(t, name, count) })
	}
}

func testKeptWarmUps(t *testing.T, scene string, count int) {
	kept := cache{t.TempDir(), 1 << 20, 0}
	flags := WorldFlags{Count: &count}
	sc, err := flags.load(scene)
	if err != nil {
		t.Fatal(err)
	}
	def := flags.def(sc)
	def.WarmUp = 2
	files := func() int {
		all, err := os.ReadDir(kept.folder)
		if err != nil {
			t.Fatal(err)
		}
		return len(all)
	}
	flown := func(w *flock.World, err error) (hash uint64, events []flock.Event) {
		if err != nil {
			t.Fatal(err)
		}
		if w.Tick() != 0 {
			t.Fatalf("it begins at tick %d", w.Tick())
		}
		for range 300 {
			w.Step()
		}
		return w.Hash(), w.TakeEvents(nil)
	}
	want, told := flown(flock.NewWorld(def))
	for _, when := range []string{"at first", "again"} {
		if hash, events := flown(warmed(def, kept)); hash != want || !reflect.DeepEqual(events, told) || len(told) == 0 {
			t.Errorf("%s: it flies otherwise, and %d events are told instead of %d", when, len(events), len(told))
		}
		if n := files(); n != 1 {
			t.Errorf("%s: %d are kept", when, n)
		}
	}
	for name, change := range map[string]func(*flock.Def){
		"seed":    func(d *flock.Def) { d.Seed++ },
		"warm-up": func(d *flock.Def) { d.WarmUp = 3 },
		"rate":    func(d *flock.Def) { d.TickRate *= 2 },
		"cohesion": func(d *flock.Def) {
			if err := d.Params.Set("cohesion", 0.3); err != nil {
				t.Fatal(err)
			}
		},
	} {
		other := def
		change(&other)
		fresh, _ := flown(flock.NewWorld(other))
		if hash, _ := flown(warmed(other, kept)); hash != fresh || hash == want {
			t.Errorf("with another %s it flies otherwise", name)
		}
	}
	if n := files(); n != 5 {
		t.Errorf("%d are kept, want 5", n)
	}
	checkUsed(t, def, kept.worth, flown)
}

// checkUsed swaps what is kept of two warm-ups: each flock flies as the other, if it goes on from
// what is kept.
func checkUsed(t *testing.T, def flock.Def, worth time.Duration, flown func(*flock.World, error) (uint64, []flock.Event)) {
	t.Helper()
	other := def
	other.Seed++
	var folders [2]cache
	var hashes [2]uint64
	var names [2]string
	for k, d := range []flock.Def{def, other} {
		folders[k] = cache{t.TempDir(), 1 << 20, worth}
		hashes[k], _ = flown(warmed(d, folders[k]))
		files, err := os.ReadDir(folders[k].folder)
		if err != nil || len(files) != 1 {
			t.Fatalf("%d are kept, %v", len(files), err)
		}
		names[k] = files[0].Name()
	}
	for k, d := range []flock.Def{def, other} {
		data, _ := folders[1-k].Get(names[1-k])
		swapped := cache{t.TempDir(), 1 << 20, worth}
		swapped.Put(names[k], data)
		if hash, _ := flown(warmed(d, swapped)); hash != hashes[1-k] || hashes[0] == hashes[1] {
			t.Error("it does not go on from what is kept")
		}
	}
}

// A bird that was baked before is the same again, and with other options another.
func TestBakedBirdsAreKept(t *testing.T) {
	kept := cache{t.TempDir(), 1 << 30, 0}
	m, err := models.Builtin("gull")
	if err != nil {
		t.Fatal(err)
	}
	first, err := bakedAs(m, models.BakeOptions{}, kept)
	if err != nil {
		t.Fatal(err)
	}
	done := false
	again, err := bakedAs(m, models.BakeOptions{Progress: func(float64) { done = true }}, kept)
	if err != nil || !reflect.DeepEqual(first, again) {
		t.Errorf("%v: it is another bird", err)
	}
	if done {
		t.Error("it was baked again")
	}
	damage(t, kept.folder)
	mended, err := bakedAs(m, models.BakeOptions{Progress: func(float64) { done = true }}, kept)
	if err != nil || !reflect.DeepEqual(first, mended) || !done {
		t.Errorf("%v: of what is damaged it is another bird", err)
	}
	if other, err := bakedAs(m, models.BakeOptions{Poses: 12}, kept); err != nil || other.Poses != 12 {
		t.Errorf("%v: with other options it is the same bird", err)
	}
}

// damage flips a bit in the middle of each file of a folder.
func damage(t *testing.T, folder string) {
	t.Helper()
	files, err := os.ReadDir(folder)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	for _, f := range files {
		path := filepath.Join(folder, f.Name())
		data, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		data[len(data)/2] ^= 1
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}
