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

	"skein/flock/scenario/randomscene"
)

// flight is a folder with a random scene and ref.mcap, a recording of the scene that was not killed.
type flight struct {
	b       *bench
	dir     string
	seconds int
	took    time.Duration // wall-clock time that the recording of ref.mcap took
}

// errSkipped means that skein refuses a scene or records it too slowly.
var errSkipped = errors.New("skipped")

func newFlight(ctx context.Context, b *bench, dir string, rng *rand.Rand) (*flight, error) {
	sc, err := randomscene.New(rng, 20, 200)
	if err != nil {
		return nil, err
	}
	f := &flight{b: b, dir: dir, seconds: 20 + rng.Intn(130)}
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
		return fmt.Errorf("%w: %v: %s", errSkipped, err, tail(out))
	}
}

func (f *flight) record(name string) []string {
	return []string{"record", "scene.toml", "--seconds", strconv.Itoa(f.seconds), "-o", name}
}

func (f *flight) path(name string) string { return filepath.Join(f.dir, name) }

func (f *flight) exists(name string) bool {
	_, err := os.Stat(f.path(name))
	return err == nil
}

// plainKernels makes Go ignore the processor's vector instructions.
const plainKernels = "GODEBUG=cpu.avx512f=off,cpu.avx2=off"

func variant(rng *rand.Rand) (env string, flags []string) {
	env = []string{"GODEBUG=", "GODEBUG=cpu.avx512f=off", plainKernels}[rng.Intn(3)]
	index := []string{"auto", "grid", "matrix", "brute"}[rng.Intn(4)]
	return env, []string{"--index", index, "--threads", strconv.Itoa(1 + rng.Intn(5))}
}
