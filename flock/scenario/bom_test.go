package scenario

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const mark = "\xef\xbb\xbf"

// A byte order mark changes neither the scene nor the line numbers of errors.
func TestScenarioWithByteOrderMark(t *testing.T) {
	plain, marked := scene(t, handWritten), scene(t, mark+handWritten)
	if !bytes.Equal(marked.TOML(), plain.TOML()) {
		t.Errorf("read as\n%s\nwant\n%s", marked.TOML(), plain.TOML())
	}
	for _, wrong := range []string{"[params]\ncuont = 3\n", "[params]\ncount = -3\n", "[params\n"} {
		_, err := Parse("a.toml", []byte("version = 1\n"+wrong))
		_, got := Parse("a.toml", []byte(mark+"version = 1\n"+wrong))
		if err == nil || got == nil || got.Error() != err.Error() {
			t.Errorf("%q: error %v, want %v", wrong, got, err)
		}
	}
}

// Amending a file keeps its byte order mark.
func TestAmendKeepsByteOrderMark(t *testing.T) {
	s := scene(t, mark+handWritten)
	if err := s.Params.Set("count", 7); err != nil {
		t.Fatal(err)
	}
	got, lost := s.Amend("mine.toml", []byte(mark+handWritten))
	want := mark + strings.Replace(handWritten, "count = 300 ", "count = 7   ", 1)
	if lost || string(got) != want {
		t.Errorf("comments lost: %t; amended to %q, want %q", lost, got, want)
	}
}

func TestLocateErrorWithByteOrderMark(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a.toml")
	text := "version = 1\n[[obstacle]]\nshape = \"model\"\nname = \"a\"\nfile = \"none.glb\"\n"
	if err := os.WriteFile(file, []byte(mark+text), 0o644); err != nil {
		t.Fatal(err)
	}
	s, err := Load(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.ErrorAt("obstacle", 0, "file", os.ErrNotExist); !strings.HasPrefix(err.Error(), file+":5: ") {
		t.Errorf("error %v, want line 5", err)
	}
}

// A camera file, TOML or a table, may begin with a byte order mark.
func TestCameraWithByteOrderMark(t *testing.T) {
	keys, err := ParseCamera("a.toml", []byte(mark+"version = 1\n[[key]]\ntime = 0.0\nposition = [0, 9, 9]\nlook = [0, 0, -1]\n"))
	if err != nil || len(keys) != 1 {
		t.Errorf("the camera file has %d keys (error %v), want 1", len(keys), err)
	}
	_, err = ParseCamera("a.toml", []byte(mark+"version = 1\n[[key]]\ntime = 0.0\nposition = [0, 9, 9]\n"))
	if err == nil || !strings.HasPrefix(err.Error(), "a.toml:2: ") {
		t.Errorf("error %v, want line 2", err)
	}
	keys, err = ParseCameraTable("a.csv", []byte(mark+"time,px,py,pz,tx,ty,tz\n0,0,9,9,0,0,0\n"))
	if err != nil || len(keys) != 1 {
		t.Errorf("the camera table has %d keys (error %v), want 1", len(keys), err)
	}
}

// A message shortens text from a file, and escapes control characters.
func TestLongQuotations(t *testing.T) {
	long := strings.Repeat("x", 100_000)
	for _, text := range []string{
		long + " = 1\n", `"` + long + `" = 1`, "[" + long + "]\na = 1\n", "[params]\n" + long + " = 1\n", "[params]\nbounds = \"" + long + "\"\n",
		"[[event]]\nat = 1.0\nkey = \"" + long + "\"\nvalue = 1\n", "[[event]]\nwhen = \"" + long + "\"\nkey = \"cohesion\"\nvalue = 1\n",
		"[[event]]\nwhen = \"polarization < 0.5 " + strings.Repeat("y ", 50_000) + "\"\nkey = \"cohesion\"\nvalue = 1\n",
		"[[event]]\nat = 1.0\nthing = \"" + long + "\"\nkey = \"speed\"\nvalue = 1\n", "model = \"" + long + "\"\n", "base = \"" + long + "\"\n",
		"[[obstacle]]\n" + long + " = 1\n", "[[obstacle]]\nshape = \"" + long + "\"\n",
		"\"\\u001b[31m\\n\" = 1\n", "[params]\nbounds = \"\\u001b[31m\\n\"\n",
	} {
		_, err := Parse("a.toml", []byte("version = 1\n"+text))
		if err == nil || len(err.Error()) > 2500 || strings.ContainsAny(err.Error(), "\x1b\n") {
			t.Errorf("%.40q: the error has %d characters, want one short line: %.300v", text, len([]rune(err.Error())), err)
		}
	}
	camera := "version = 1\n[[key]]\n" + long + " = 1\n"
	if _, err := ParseCamera("a.toml", []byte(camera)); err == nil || len(err.Error()) > 500 {
		t.Errorf("camera: %.300v", err)
	}
	if err := defaults().AddEvent("5s:" + long + "=1"); err == nil {
		t.Error("an event with an unknown parameter was accepted")
	}
}
