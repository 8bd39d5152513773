package main

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The cache of what is found about models holds so much and no more: what was longest of no
// use goes first, and what was put last stays, however large it is.
func TestFieldCacheIsBounded(t *testing.T) {
	c := fieldCache{t.TempDir()}
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
