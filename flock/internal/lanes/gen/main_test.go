package main

import (
	"bytes"
	"os"
	"strconv"
	"testing"
)

// The committed assembly is the output of the generator.
func TestGenerated(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("this machine lays out structs differently from amd64")
	}
	assembly, stubs, err := generate()
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string][]byte{"../eights_amd64.s": assembly, "../eights_amd64.go": stubs} {
		if got, err := os.ReadFile(name); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the output of gen (%v); run go generate", name, err)
		}
	}
}

// A kernel that reads an array after writing to it panics, because the values would depend on the registers.
func TestReadAfterWritePanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a kernel that reads an array after writing it was accepted")
		}
	}()
	newKernel("wrong", "", 1, false, func(k *kernel) {
		k.setVec("Steer", k.vec("Away"))
		k.push(k.vec("Centre"))
	})
}
