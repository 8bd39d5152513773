package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

func TestGenerated(t *testing.T) {
	if strconv.IntSize < 64 {
		t.Skip("this machine lays out structs differently from amd64")
	}
	there, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := generate("kernels_amd64"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"kernels_amd64.s", "stubs_amd64.go"} {
		want, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(there, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the output of gen (%v); run go generate", name, err)
		}
	}
}
