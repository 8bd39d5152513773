package main

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const screenWide, screenHigh = 1000, 640

type display struct {
	server *exec.Cmd
	env    []string
}

func openDisplay() (*display, error) {
	r, pipe, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	server := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", screenWide, screenHigh), "-nolisten", "tcp", "-noreset")
	server.ExtraFiles = []*os.File{pipe}
	err = server.Start()
	pipe.Close()
	if err != nil {
		return nil, err
	}
	number, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		server.Process.Kill()
		return nil, fmt.Errorf("Xvfb did not start: %w", err)
	}
	return &display{server, append(os.Environ(), "DISPLAY=:"+strings.TrimSpace(number), "LIBGL_ALWAYS_SOFTWARE=1")}, nil
}

func (d *display) close() {
	d.server.Process.Kill()
	d.server.Wait()
}

func (d *display) xdotool(args ...string) error {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "xdotool", args...)
	cmd.Env = d.env
	return cmd.Run()
}

type window struct {
	*display
	program    *exec.Cmd
	dir        string
	output     bytes.Buffer
	processEnd chan error
}

func (b *bench) openWindow(d *display, dir string, program ...string) (*window, error) {
	w := &window{display: d, dir: dir, processEnd: make(chan error, 1)}
	w.program = exec.Command(program[0], program[1:]...)
	w.program.Dir, w.program.Stderr = dir, &w.output
	w.program.Env = append(d.env, "HOME="+b.dir, "XDG_CONFIG_HOME="+b.dir, "XDG_CACHE_HOME="+filepath.Join(b.dir, "cache"))
	if err := w.program.Start(); err != nil {
		return nil, err
	}
	go func() { w.processEnd <- w.program.Wait() }()
	if err := d.xdotool("search", "--sync", "--onlyvisible", "--class", "skein"); err != nil {
		w.kill()
		return nil, fmt.Errorf("the window did not open: %w: %s", err, tail(w.output.Bytes()))
	}
	return w, nil
}

func (w *window) kill() {
	w.program.Process.Kill()
	select {
	case <-w.processEnd:
	case <-time.After(10 * time.Second):
	}
}

func (w *window) files(suffix string) []string {
	all, _ := filepath.Glob(filepath.Join(w.dir, "*"+suffix))
	return all
}
