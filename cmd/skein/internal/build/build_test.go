package build

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"testing"
)

func TestBuildOf(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	id, err := exec.Command("go", "tool", "buildid", self).Output()
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.TrimSpace(string(id)); runtime.GOOS == "linux" && (ID() != want || want == "") {
		t.Errorf("the ID of this build is %q, want %q", ID(), want)
	}
	program, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if k := bytes.LastIndex(program, []byte(".note.go.buildid\x00")); k > 0 {
		program[k+1] = 'N' // change the name of the section, so that it is not found
	}
	one := buildOf(bytes.NewReader(program))
	if want := fmt.Sprintf("%x", sha256.Sum256(program)); one != want {
		t.Errorf("a program without a build ID gets the ID %q, want %q", one, want)
	}
	for _, text := range []string{"", "#!/bin/sh\n", "\x7fELF"} {
		if got, want := buildOf(strings.NewReader(text)), fmt.Sprintf("%x", sha256.Sum256([]byte(text))); got != want {
			t.Errorf("a program that contains %q gets the ID %q, want %q", text, got, want)
		}
	}
}
