package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// flight is a random scene in a folder, with its undisturbed recording ref.mcap.
type flight struct {
	b       *bench
	dir     string
	seconds int // of simulated time
	took    time.Duration
}

// errLeftOut says that a scene serves no trial: it is refused, or too slow.
var errLeftOut = errors.New("left out")

// newFlight draws a scene and records it undisturbed by the plainest means: brute force,
// one thread, no assembly.
func newFlight(ctx context.Context, b *bench, dir string, dice *rand.Rand) (*flight, error) {
	sc, err := randomScene(dice)
	if err != nil {
		return nil, err
	}
	f := &flight{b: b, dir: dir, seconds: 20 + dice.Intn(130)}
	if err := os.WriteFile(filepath.Join(dir, "scene.toml"), sc.TOML(), 0o644); err != nil {
		return nil, err
	}
	return f, f.reference(ctx)
}

func (f *flight) reference(ctx context.Context) error {
	cmd := f.b.command(f.dir, append(f.record("ref.mcap"), "--threads", "1", "--index", "brute", "-q")...)
	cmd.Env = append(cmd.Env, plainKernels)
	timer := time.AfterFunc(20*time.Second, func() { cmd.Process.Kill() })
	defer timer.Stop()
	began := time.Now()
	out, err := cmd.CombinedOutput()
	f.took = time.Since(began)
	switch {
	case err == nil:
		return ctx.Err()
	case hasTrace(out):
		return fmt.Errorf("stack trace: %s", tail(out))
	default:
		return fmt.Errorf("%w: %v: %s", errLeftOut, err, tail(out))
	}
}

// record returns the arguments that record the flight.
func (f *flight) record(name string) []string {
	return []string{"record", "scene.toml", "--seconds", strconv.Itoa(f.seconds), "-o", name}
}

func (f *flight) path(name string) string { return filepath.Join(f.dir, name) }

func (f *flight) exists(name string) bool {
	_, err := os.Stat(f.path(name))
	return err == nil
}

// plainKernels is the environment variable that has Go see no vector instructions.
const plainKernels = "GODEBUG=cpu.avx512f=off,cpu.avx2=off"

// variant draws what must not change a flight: the kernel, as an environment variable, and
// flags for the index and the number of threads.
func variant(dice *rand.Rand) (env string, flags []string) {
	env = []string{"GODEBUG=", "GODEBUG=cpu.avx512f=off", plainKernels}[dice.Intn(3)]
	index := []string{"auto", "grid", "matrix", "brute"}[dice.Intn(4)]
	return env, []string{"--index", index, "--threads", strconv.Itoa(1 + dice.Intn(5))}
}
