package main

import (
	"context"
	"fmt"
	"os"
	"strings"
)

func (w *writes) fullDisk(ctx context.Context, j job) {
	trial := j.name + ", full disk"
	for kib := 4; kib <= 4096 && ctx.Err() == nil; kib *= 2 {
		if err := w.empty(); err != nil {
			w.t.count("writes", trial, err.Error())
			return
		}
		if err := mountDisk(w.outputFolder(), kib); err != nil {
			w.t.note("writes", trial, "skipped: "+err.Error())
			return
		}
		output, err := w.b.command(w.dir, j.args...).CombinedOutput()
		problem := ""
		if err != nil {
			problem = w.judge(j, err, output, false)
		}
		unmountDisk(w.outputFolder())
		if problem != "" {
			problem = fmt.Sprintf("skein %s, on a disk of %d KiB: %s", strings.Join(j.args, " "), kib, problem)
		}
		w.t.count("writes", trial, problem)
		if err == nil {
			return
		}
	}
}

func (w *writes) fullOutput(j job) {
	if err := w.empty(); err != nil {
		w.t.count("writes", j.name+", full output", err.Error())
		return
	}
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		w.t.note("writes", j.name+", full output", "skipped: "+err.Error())
		return
	}
	defer full.Close()
	cmd := w.b.command(w.dir, append(j.args, "--json")...)
	cmd.Stdout = full
	err = cmd.Run()
	problem := ""
	if exitCode(err) != 1 {
		problem = fmt.Sprintf("skein %s --json >/dev/full: %v, not exit code 1", strings.Join(j.args, " "), err)
	}
	w.t.count("writes", j.name+", full output", problem)
}
