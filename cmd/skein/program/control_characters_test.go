package program

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/record"
	"skein/cmd/skein/internal/words"
)

const hostile = "a\x1b[31m\u009b2J\u202e\x7f\r\nskein: done"

const hostileModel = `{"asset":{"version":"2.0"},"extensionsUsed":["X\u001b[31m\n\u202e"],
"buffers":[{"uri":"data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/","byteLength":36}],
"bufferViews":[{"buffer":0,"byteLength":36}],
"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,0,1]}],
"materials":[{"name":"m\u001b[31m\n\u202e"}],
"meshes":[{"primitives":[{"attributes":{"POSITION":0},"material":0}]}],
"nodes":[{"mesh":0,"name":"n\u001b[31m\n"}],"scenes":[{"nodes":[0]}]}`

func hostileFiles(t *testing.T) (recording string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		hostile + ".toml": "version = 1\nname = \"n\\u001b[31m\\n\"\nwarm_up = 0.0\nparams.count = 12\n",
		hostile + ".gltf": hostileModel,
		"uri.gltf":        strings.Replace(hostileModel, "data:;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAAAAAAIA/", "%1b%5b31mx%0a.bin", 1),
	} {
		if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	must(t, "record", hostile+".toml", "-o", hostile+".mcap", "--seconds", "2", "-q")
	return hostile + ".mcap"
}

// No command prints the control characters or line breaks of a name in a file or an argument.
func TestHostileNames(t *testing.T) {
	rec := hostileFiles(t)
	for _, c := range []struct {
		args  []string
		lines int // expected number of lines of output, or 0 for any
	}{
		{[]string{"bird", hostile + ".gltf"}, 0},
		{[]string{"bird", "uri.gltf"}, 1},
		{[]string{"bird", hostile}, 1},
		{[]string{"stats", rec, "-q"}, 0},
		{[]string{"stats", rec, hostile + ".toml", "--seconds", "1", "-q"}, 7},
		{[]string{"stats", rec, hostile + ".toml", "--seconds", "1", "-q", "--markdown"}, 8},
		{[]string{"stats", rec, "--field", "-q"}, 0},
		{[]string{"record", "--verify", rec, "-q"}, 1},
		{[]string{"record", hostile + ".toml", "-o", hostile + "2.mcap", "--seconds", "0.1"}, 0},
		{[]string{"export", rec, "-o", hostile + ".csv"}, 0},
		{[]string{"export", rec, "-o", hostile + ".csv"}, 1},
		{[]string{"import", hostile + ".csv", "-o", hostile + "3.mcap"}, 0},
		{[]string{"render", rec, "-o", hostile + "##.png", "--slurm", "2"}, 0},
		{[]string{"scenario", "check", hostile + ".toml"}, 1},
		{[]string{"scenario", "check", hostile}, 1},
		{[]string{"scenario", "show", hostile + ".toml"}, 0},
		{[]string{hostile}, 1},
		{[]string{"--" + hostile}, 1},
		{[]string{"record", "--at", hostile, "-o", "b.mcap"}, 1},
		{[]string{"stats", "--sweep", hostile}, 1},
		{[]string{"help", hostile}, 1},
	} {
		_, out, msg := skein(c.args...)
		all := out + msg
		if all == "" || strings.ContainsAny(all, "\x1b\u009b\u202e\x7f\r") || !utf8.ValidString(all) || strings.Contains(all, "\nskein: done") {
			t.Errorf("skein %q prints nothing, or control characters: %q", c.args, all)
		}
		if n := strings.Count(all, "\n"); c.lines > 0 && n != c.lines {
			t.Errorf("skein %q prints %d lines, want %d: %q", c.args, n, c.lines, all)
		}
	}
}

func TestHostileNamesInJSON(t *testing.T) {
	rec := hostileFiles(t)
	var report record.VerifyReport
	out := must(t, "record", "--verify", rec, "-q", "--json")
	if err := json.Unmarshal([]byte(out), &report); err != nil || report.File != rec || strings.ContainsAny(out, "\x1b\u009b\u202e\x7f") {
		t.Errorf("%v in %q", err, out)
	}
}

func TestHostileNamesInJob(t *testing.T) {
	for _, word := range []string{hostile, `it's a \ and "` + "\n", "latin \xe9\x1b", "plain.mcap", "with space"} {
		out, err := exec.Command("bash", "-c", "printf %s "+words.Quote(word)).Output()
		if errors.Is(err, exec.ErrNotFound) {
			t.Skip(err)
		}
		if err != nil || string(out) != word {
			t.Errorf("the shell reads the quoted word %q as %q (error %v)", word, out, err)
		}
	}
}

// If the bytes of a character are written in several calls, the character is printed unchanged. If its last
// bytes never arrive, it is escaped.
func TestOutputInPieces(t *testing.T) {
	var got bytes.Buffer
	o := &console.Output{Writer: &got, Unread: func() {}}
	for _, b := range []byte("é鳥\U0001f426\u202e\u009b\x1b\n\ta\xe9\xe9b\xf0\x9f") {
		if n, err := o.Write([]byte{b}); n != 1 || err != nil {
			t.Fatal(n, err)
		}
	}
	if err := o.End(); err != nil {
		t.Fatal(err)
	}
	if want := "é鳥\U0001f426" + `\u202e\u009b\x1b` + "\n\ta" + `\xe9\xe9b\xf0\x9f`; got.String() != want {
		t.Errorf("%q, want %q", got.String(), want)
	}
}

func TestLongArguments(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("x", 100_000)
	for _, args := range [][]string{
		{"record", "--at", long, "-o", "a.mcap"},
		{"record", "--at", "5s:" + long + "=1", "-o", "a.mcap"},
		{"record", "--at", "polarization<0.5 " + strings.Repeat("y ", 50_000) + ":scatter", "-o", "a.mcap"},
		{"record", "--at", long + "<1:scatter", "-o", "a.mcap"},
		{"record", "--seed", long, "-o", "a.mcap"}, {"record", "--threads", long, "-o", "a.mcap"},
		{"record", "--" + long}, {long}, {"record", long, "-o", "a.mcap"}, {"record", "paper", long},
		{"record", "paper", "-o", "a.mcap", "--sweep", long}, {"stats", "--sweep", "cohesion=" + long},
		{"stats", long + ".mcap"}, {"bird", long}, {"export", "run.mcap", "-o", "a.csv", "--frames", long},
		{"render", "paper", "-o", "a.png", "--camera", long}, {"help", long}, {"record", "paper", "--bird", long, "-o", "a.mcap"},
		{"bench", "--crowd", strings.Repeat("y ", 50_000)}, {"export", "run.mcap", "--to", long, "-o", "x"},
	} {
		code, out, msg := skein(args...)
		if code == 0 || out != "" || utf8.RuneCountInString(msg) > 2100 || strings.Count(msg, "\n") != 1 {
			t.Errorf("skein %.60q: exit code %d and %d bytes of messages, want an error of one short line: %.200q", args, code, len(msg), msg)
		}
	}
	if remaining, _ := filepath.Glob("*"); len(remaining) > 0 {
		t.Errorf("files that remain: %.100q", remaining)
	}
}
