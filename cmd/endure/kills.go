package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"syscall"
	"time"
)

const maxKills = 20

// runKills kills recordings of random flights at random moments and resumes them, and then commands that
// export, render, search, import and sweep.
func runKills(ctx context.Context, b *bench, t *table) {
	b.trials(ctx, "kills", func(dir string, seed int64) {
		rng := rand.New(rand.NewSource(seed))
		f, err := newFlight(ctx, b, dir, rng)
		if errors.Is(err, errSkipped) {
			t.count("kills", "scenes skipped (refused or too slow)", "")
			return
		}
		if err != nil {
			if ctx.Err() == nil {
				t.count("kills", "flights", b.replay("kills", seed, err.Error()))
			}
			return
		}
		jobs := randomJobs(b, rng) // choose the jobs first: how many random values record draws depends on the clock
		k := &killer{f, rng, t, seed}
		k.record(ctx)
		for _, j := range jobs {
			if ctx.Err() == nil {
				k.files(ctx, j)
			}
		}
	})
}

func randomJobs(b *bench, rng *rand.Rand) (jobs []killJob) {
	for _, j := range killJobs(b) {
		if rng.Intn(5) == 0 {
			jobs = append(jobs, j)
		}
	}
	return jobs
}

type killer struct {
	*flight
	rng  *rand.Rand
	t    *table
	seed int64
}

func (k *killer) count(trial, problem string) {
	k.t.count("kills", trial, k.b.replay("kills", k.seed, problem))
}

func (k *killer) record(ctx context.Context) {
	frames := 0
	for n := 0; !k.exists("cut.mcap"); n++ {
		moment := k.moment()
		if n >= maxKills || ctx.Err() != nil {
			moment = never
		}
		var problem string
		if frames, problem = k.runOnce(frames, moment); problem != "" || n > maxKills+1 {
			k.count("flights resumed and compared", "cannot be resumed: "+problem)
			return
		}
	}
	k.count("flights resumed and compared", sameFlight(k.path("ref.mcap"), k.path("cut.mcap")))
	if k.rng.Intn(4) == 0 {
		_, flags := variant(k.rng)
		k.count("flights verified", k.b.try(k.dir, append([]string{"record", "--verify", "cut.mcap", "-q"}, flags...)...))
	}
}

// moment returns a random time after which to kill the recording, at most about a fifth of the reference's
// time.
func (k *killer) moment() time.Duration {
	const start = 50 * time.Millisecond // about the time that the program needs to start
	return start + time.Duration(k.rng.Int63n(int64(k.took/5+1)))
}

func (k *killer) runOnce(before int, moment time.Duration) (frames int, problem string) {
	env, flags := variant(k.rng)
	cmd := k.b.command(k.dir, append(k.resumeArgs(before), flags...)...)
	cmd.Env = append(cmd.Env, env)
	signal := syscall.SIGKILL
	if k.rng.Intn(4) == 0 {
		signal = syscall.SIGTERM
	}
	s, err := runInTerminal(cmd, moment, signal)
	if err != nil {
		return 0, err.Error()
	}
	if s.ended || k.exists("cut.mcap") {
		return before, failure(s)
	}
	frames, err = framesIn(k.path("cut.mcap.part"))
	if err != nil {
		return frames, fmt.Sprintf("after the signal %q: %v", signal, err)
	}
	k.judge(s, signal, before, frames)
	return frames, ""
}

func (k *killer) resumeArgs(frames int) []string {
	if frames > 0 {
		return []string{"record", "--resume", "cut.mcap"}
	}
	return append(k.flight.record("cut.mcap"), "--force")
}

func failure(s *terminalRun) string {
	if s.err != nil && s.signalTime.IsZero() {
		return fmt.Sprintf("%v: %v: %s", s.cmd.Args[1:], s.err, tail(s.output))
	}
	return s.trace()
}

const maxLoss = time.Second

func (k *killer) judge(s *terminalRun, signal syscall.Signal, before, after int) {
	trial, lost := "record, kill -9", s.lost(after)
	allowed := maxLoss
	if signal == syscall.SIGTERM {
		trial, allowed = "record, SIGTERM", 0
	}
	problem := s.trace()
	switch {
	case problem != "":
	case after < before:
		problem = fmt.Sprintf("the .part file had %d frames before the run and %d after it", before, after)
	case signal == syscall.SIGTERM && exitCode(s.err) != 143 && exitCode(s.err) != -1:
		problem = fmt.Sprintf("exit code %d after SIGTERM instead of 143: %s", exitCode(s.err), tail(s.output))
	case s.pauses.any:
		trial += ", while a process was paused"
	case lost > allowed:
		problem = fmt.Sprintf("the last %d ms are lost; %d frames are left", lost.Milliseconds(), after)
	}
	k.count(trial, problem)
	if !s.pauses.any {
		k.t.worst("kills", trial, int(lost.Milliseconds()), "ms lost")
	}
}
