package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"time"
)

const manyTicks = 10_000_000

// allowedGrowth is the allowed growth of memory from the second to the last quarter of a run, in MiB. The
// index of the recording takes about 10 MiB of it: 600 bytes per segment of ten seconds.
const allowedGrowth = 24

// runTicks simulates ten million ticks of a small flock, and then other flocks. The memory must not grow. A
// run that the time limit interrupts does not count.
func runTicks(ctx context.Context, b *bench, t *table) {
	for n := 0; ctx.Err() == nil; n++ {
		scene := []string{"murmuration", "starlings", "paper"}[n%3]
		trial := "10⁷ ticks of " + scene
		sizes, took, err := b.simulate(ctx, scene)
		if ctx.Err() != nil {
			t.note("ticks", "the last run", fmt.Sprintf("cut short after %.0f s", took.Seconds()))
			return
		}
		early, late, more := grew(sizes, allowedGrowth)
		problem := ""
		switch {
		case err != nil:
			problem = err.Error()
		case more:
			problem = fmt.Sprintf("memory grew from %d to %d MiB", early, late)
		}
		t.count("ticks", trial, problem)
		t.note("ticks", trial, fmt.Sprintf("memory: %d MiB in the second quarter, %d in the last (medians); %.0f s", early, late, took.Seconds()))
	}
}

func (b *bench) simulate(ctx context.Context, scene string) (sizes []int, took time.Duration, err error) {
	const tickRate = 60
	path := filepath.Join(b.dir, "ticks.mcap")
	defer os.Remove(path)
	cmd := exec.CommandContext(ctx, b.skein, "record", scene, "--count", "12", "--seconds", strconv.Itoa(manyTicks/tickRate), "--fps", "1", "--threads", "1", "-q", "-o", path, "--force")
	began := time.Now()
	if err := cmd.Start(); err != nil {
		return nil, 0, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	for {
		select {
		case err := <-done:
			return sizes, time.Since(began), err
		case <-time.After(time.Second):
			if n := resident(cmd.Process.Pid); n > 0 {
				sizes = append(sizes, n)
			}
		}
	}
}
