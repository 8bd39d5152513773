package main

import (
	"bytes"
	"os"
	"strconv"
	"testing"
)

// The assembly beside this is what the generator writes.
func TestGenerated(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("structs are laid out as on this machine, not as on amd64")
	}
	assembly, stubs, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"../eights_amd64.s": assembly, "../eights_amd64.go": stubs} {
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what gen writes (%v): run go generate", name, err)
		}
	}
}

// A kernel that reads what it wrote would see the new values or the old ones, as
// registers fall.
func TestReadingWhatWasWritten(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a kernel may read an array that it has written")
		}
	}()
	newKernel("wrong", "", 1, func(k *kernel) {
		k.setVec("Steer", k.vec("Away"))
		k.push(k.vec("Centre"))
	})
}
