//go:build cgo && !nowindow && linux

package program

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"skein/cmd/skein/internal/fly"
)

// If the X server dies, the window ends with a message of one line. The message names the recording's .part
// file and the command that finishes the recording. The test runs that command.
func TestXServerDies(t *testing.T) {
	name, x := xServer(t)
	p := launchOn(t, name, "paper", "--count", "20")
	p.key("F9")
	began := p.last.Tick
	p.wait("three seconds of a recording", func(l *fly.LogLine) bool { return l.Tick > began+3*60 })
	if err := x.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	for range p.done {
	}
	if code, msg := p.cmd.ProcessState.ExitCode(), p.stderr.String(); code != exitFailed || strings.Count(msg, "\n") != 1 {
		t.Errorf("exit %d, %q", code, msg)
	}
	want := regexp.MustCompile(`^skein: lost the connection to the X server; (skein-[0-9]+-[0-9]+\.mcap)\.part contains the recording up to the last second: use skein record --finish (\S+) to finish the recording`)
	found := want.FindStringSubmatch(p.stderr.String())
	if found == nil || found[2] != found[1]+".part" {
		t.Fatalf("the message is %q, want %v", p.stderr.String(), want)
	}
	t.Chdir(p.dir)
	must(t, "record", "--finish", found[2])
	if frames := framesOf(t, found[1]); len(frames) < 30 {
		t.Errorf("the recording has %d frames, want at least the 30 of the first second", len(frames))
	}
	if left, _ := filepath.Glob("*.part"); len(left) > 0 {
		t.Errorf("files that remain: %q", left)
	}
}
