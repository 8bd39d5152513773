package program

import (
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"skein/cmd/skein/internal/console"
	"skein/cmd/skein/internal/export"
	"skein/flock/recording"
)

func TestFullOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		t.Skip(err)
	}
	defer full.Close()
	for _, line := range []string{
		"help", "--help", "help bird", "--version", "version", "version --json", "scenario list", "scenario check paper", "scenario show paper",
		"scenario params", "bird starling", "stats paper --seconds 0.1 --count 9", "render run.mcap -o ##.png --slurm 2",
	} {
		var msg strings.Builder
		code := run(t.Context(), strings.Fields(line), full, &msg)
		if line = msg.String(); code != exitFailed || strings.Count(line, "no space left on device\n") != 1 || strings.Count(line, "skein: ") != 1 {
			t.Errorf("exit %d: %q", code, line)
		}
	}
}

// If the output is a closed pipe, a command removes incomplete files and exits with the code of SIGPIPE,
// even if it prints several more times.
func TestBrokenPipe(t *testing.T) {
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "20", "-q")
	for _, args := range [][]string{{"scenario", "params"}, {"help"}, {"export", rec, "-o", filepath.Join(dir, "run.csv")}} {
		reader, writer, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		reader.Close()
		cmd, _ := process(t, args...)
		cmd.Stdout, cmd.Stderr = writer, writer
		err = cmd.Run()
		writer.Close()
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 128+int(syscall.SIGPIPE) {
			t.Errorf("%v: ended with %v, want exit code 141", args, err)
		}
	}
	if remaining, _ := filepath.Glob(filepath.Join(dir, "*")); len(remaining) != 1 {
		t.Errorf("files that remain: %v", remaining)
	}
}

// If ffmpeg fails immediately, the command prints ffmpeg's message. It does not report a closed output.
func TestDyingFFmpeg(t *testing.T) {
	dir := t.TempDir()
	rec := filepath.Join(dir, "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "1", "-q")
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(bin, "ffmpeg"), []byte("#!/bin/sh\necho it broke >&2\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	cmd, msg := process(t, "render", rec, "-o", filepath.Join(dir, "a.mp4"), "-q")
	cmd.Env = append(cmd.Env, "PATH="+bin)
	_ = cmd.Run() // the exit code is checked below
	if strings.Contains(msg.String(), "no OpenGL without a display") || strings.Contains(msg.String(), "built without OpenGL") {
		t.Skip(msg.String())
	}
	if code := cmd.ProcessState.ExitCode(); code != exitFailed || !strings.HasSuffix(msg.String(), "ffmpeg: it broke\n") || strings.Count(msg.String(), "\n") != 1 {
		t.Errorf("exit %d: %q", code, msg)
	}
}

func TestSignals(t *testing.T) {
	signal.Notify(make(chan os.Signal, 1), syscall.SIGHUP) // without this, the child processes would ignore the signal if the test runs under nohup
	scene, dir := smallScene(t), t.TempDir()
	for signal, want := range map[syscall.Signal]int{syscall.SIGHUP: 129, syscall.SIGINT: 130, syscall.SIGQUIT: 131, syscall.SIGTERM: 143} {
		rec := filepath.Join(dir, signal.String()+".mcap")
		cmd, msg := process(t, "record", scene, "-o", rec, "--seconds", "1e6", "-q")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for range 1000 { // wait until the recording has begun
			if info, err := os.Stat(rec + ".part"); err == nil && info.Size() > 0 {
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Error(err)
		}
		_ = cmd.Wait() // the exit code is checked below
		if code, line := cmd.ProcessState.ExitCode(), msg.String(); code != want || line != "skein: stopped ("+signal.String()+")\n" {
			t.Errorf("after %v: exit code %d, message %q; want a line that the program was stopped", signal, code, line)
		}
	}
}

func TestExportStopsWhileBaking(t *testing.T) {
	rec := filepath.Join(t.TempDir(), "run.mcap")
	must(t, "record", smallScene(t), "-o", rec, "--seconds", "0.1", "-q")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(interrupted{syscall.SIGINT})
	r, err := recording.Open(rec)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	c := export.Options{Recording: rec, Output: []string{filepath.Join(t.TempDir(), "a.usda")}, Up: "y", Unit: "m", USDLayout: "instancer"}
	c.Bird = []string{"none.glb"} // the cancelled export must not look for this file
	if err := c.Run(ctx, &console.Console{Stdout: io.Discard, Stderr: io.Discard, Quiet: true}); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}
