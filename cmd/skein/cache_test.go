package main

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
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

// A flock that goes on from a warm-up that was kept flies as the one that flew it, and one
// that begins otherwise does not go on from it.
func TestWarmUpsAreKept(t *testing.T) {
	kept := cache{t.TempDir(), 1 << 20, 0}
	count := 60
	flags := WorldFlags{Count: &count}
	sc, err := flags.load("murmuration")
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
	if other, err := bakedAs(m, models.BakeOptions{Poses: 12}, kept); err != nil || other.Poses != 12 {
		t.Errorf("%v: with other options it is the same bird", err)
	}
}
