package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
)

type lane struct {
	name  string
	share int // relative running time; a lane with 0 runs all the time, alongside the others
	run   func(context.Context, *bench, *table)
}

func allLanes() []lane {
	return []lane{
		{"window", 0, runWindow},
		{"kills", 4, runKills},
		{"recordings", 1, recordInWindow},
		{"writes", 3, runWrites},
		{"fuzz", 4, runFuzz},
		{"ticks", 2, runTicks},
	}
}

func laneNames() (names []string) {
	for _, l := range allLanes() {
		names = append(names, l.name)
	}
	return names
}

func selectLanes(names string) ([]lane, error) {
	if names == "" {
		return allLanes(), nil
	}
	var rest []lane
	for name := range strings.SplitSeq(names, ",") {
		before := len(rest)
		for _, l := range allLanes() {
			if l.name == name {
				rest = append(rest, l)
			}
		}
		if len(rest) == before {
			return nil, fmt.Errorf("-only %s: must be one of %s", name, strings.Join(laneNames(), ", "))
		}
	}
	return rest, nil
}

// runLanes runs the lanes with a share one after another. The lanes without a share run at the same time,
// from the beginning to the end.
func (b *bench) runLanes(ctx context.Context, all []lane, t *table) {
	shares := 0
	for _, l := range all {
		shares += l.share
	}
	total := time.Duration(b.seconds) * time.Second
	var parallel sync.WaitGroup
	for _, l := range all {
		if l.share == 0 {
			parallel.Go(func() { b.runLane(ctx, l, total, t) })
		}
	}
	for _, l := range all {
		if l.share > 0 {
			b.runLane(ctx, l, total*time.Duration(l.share)/time.Duration(shares), t)
		}
	}
	parallel.Wait()
}

func (b *bench) runLane(ctx context.Context, l lane, limit time.Duration, t *table) {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	began := time.Now()
	l.run(ctx, b, t)
	t.spend(l.name, time.Since(began))
}

func (b *bench) trials(ctx context.Context, lane string, try func(dir string, seed int64)) {
	first, last := b.seed, int64(1)<<62
	if b.trial >= 0 {
		first, last = b.trial, b.trial
	}
	for seed := first; seed <= last && ctx.Err() == nil; seed++ {
		dir := filepath.Join(b.dir, fmt.Sprint(lane, seed))
		if os.MkdirAll(dir, 0o755) == nil {
			try(dir, seed)
		}
		os.RemoveAll(dir)
	}
}

func (b *bench) replay(lane string, seed int64, problem string) string {
	if problem == "" {
		return ""
	}
	return fmt.Sprintf("%s\n\tgo run ./cmd/endure -skein %s -only %s -trial %d", problem, b.skein, lane, seed)
}
