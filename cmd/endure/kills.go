package main

import (
	"context"
	"errors"
	"fmt"
	"math/rand"
	"syscall"
	"time"
)

// mostKills is how often one recording is killed.
const mostKills = 20

// runKills records random flights, kills the recorder at random moments and goes on from
// what it left. Then it kills what exports, draws, searches, imports and sweeps.
func runKills(ctx context.Context, b *bench, t *table) {
	b.trials(ctx, "kills", func(dir string, seed int64) {
		dice := rand.New(rand.NewSource(seed))
		f, err := newFlight(ctx, b, dir, dice)
		if errors.Is(err, errLeftOut) {
			t.count("kills", "scenes left out (refused or too slow)", "")
			return
		}
		if err != nil {
			if ctx.Err() == nil {
				t.count("kills", "flights", b.replay("kills", seed, err.Error()))
			}
			return
		}
		jobs := someJobs(b, dice) // drawn first: how much record draws depends on the clock
		k := &killer{f, dice, t, seed}
		k.record(ctx)
		for _, j := range jobs {
			if ctx.Err() == nil {
				k.files(ctx, j)
			}
		}
	})
}

// someJobs draws the jobs that are killed beside the recorder.
func someJobs(b *bench, dice *rand.Rand) (some []killJob) {
	for _, j := range killJobs(b) {
		if dice.Intn(5) == 0 {
			some = append(some, j)
		}
	}
	return some
}

// killer kills commands about one flight.
type killer struct {
	*flight
	dice *rand.Rand
	t    *table
	seed int64
}

func (k *killer) count(trial, complaint string) {
	k.t.count("kills", trial, k.b.replay("kills", k.seed, complaint))
}

// record records the flight with several kills and compares it with the reference.
func (k *killer) record(ctx context.Context) {
	held := 0
	for n := 0; !k.exists("cut.mcap"); n++ {
		moment := k.moment()
		if n >= mostKills || ctx.Err() != nil {
			moment = never
		}
		var complaint string
		if held, complaint = k.sitting(held, moment); complaint != "" || n > mostKills+1 {
			k.count("flights resumed and compared", "cannot go on: "+complaint)
			return
		}
	}
	k.count("flights resumed and compared", sameFlight(k.path("ref.mcap"), k.path("cut.mcap")))
	if k.dice.Intn(4) == 0 {
		_, flags := variant(k.dice)
		k.count("flights verified", k.b.try(k.dir, append([]string{"record", "--verify", "cut.mcap", "-q"}, flags...)...))
	}
}

// moment draws when to kill the recorder. It is mostly several times as fast as the
// reference, so the range is a part of the reference's time.
func (k *killer) moment() time.Duration {
	const start = 50 * time.Millisecond // before the program does anything
	return start + time.Duration(k.dice.Int63n(int64(k.took/5+1)))
}

// sitting runs the recorder once, from the frames held on, and ends it at a moment. It
// returns how many frames are held then, and why one cannot go on, if so.
func (k *killer) sitting(before int, moment time.Duration) (held int, complaint string) {
	env, flags := variant(k.dice)
	cmd := k.b.command(k.dir, append(k.onward(before), flags...)...)
	cmd.Env = append(cmd.Env, env)
	signal := syscall.SIGKILL
	if k.dice.Intn(4) == 0 {
		signal = syscall.SIGTERM
	}
	s, err := sit(cmd, moment, signal)
	if err != nil {
		return 0, err.Error()
	}
	if s.ended || k.exists("cut.mcap") {
		return before, failure(s)
	}
	held, err = framesIn(k.path("cut.mcap.part"))
	if err != nil {
		return held, fmt.Sprintf("after the signal %q: %v", signal, err)
	}
	k.judge(s, signal, before, held)
	return held, ""
}

// onward returns the arguments that go on from the part, or start over if it holds none.
func (k *killer) onward(held int) []string {
	if held > 0 {
		return []string{"record", "--resume", "cut.mcap"}
	}
	return append(k.flight.record("cut.mcap"), "--force")
}

func failure(s *sitting) string {
	if s.err != nil && s.signaled.IsZero() {
		return fmt.Sprintf("%v: %v: %s", s.cmd.Args[1:], s.err, tail(s.said))
	}
	return s.trace()
}

// promised is how much of the recording a kill may cost.
const promised = time.Second

// judge counts a signal and says what was lost by it.
func (k *killer) judge(s *sitting, signal syscall.Signal, before, held int) {
	trial, lost := "record, kill -9", s.lost(held)
	allowed := promised
	if signal == syscall.SIGTERM {
		trial, allowed = "record, SIGTERM", 0
	}
	complaint := s.trace()
	switch {
	case complaint != "":
	case held < before:
		complaint = fmt.Sprintf("%d frames were there before, %d are left", before, held)
	case signal == syscall.SIGTERM && exitCode(s.err) != 143 && exitCode(s.err) != -1:
		complaint = fmt.Sprintf("exit code %d after SIGTERM, not 143: %s", exitCode(s.err), tail(s.said))
	case s.paused.any:
		trial += ", clock stood still"
	case lost > allowed:
		complaint = fmt.Sprintf("the last %d ms are lost: %d frames are left", lost.Milliseconds(), held)
	}
	k.count(trial, complaint)
	if !s.paused.any {
		k.t.worst("kills", trial, int(lost.Milliseconds()), "ms lost")
	}
}
