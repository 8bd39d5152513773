package flock

import "skein/flock/internal/lanes"

// passes are the stages of a tick other than rules.
type passes struct{ derive, mark, move, fly, clip, turnBack pass }

func newPasses(k *lanes.Kernels) passes {
	return passes{
		derive: kernelPass(func(_ *settings, _ *present, b *block) { derive(b) }, k.Derive),
		mark:   kernelPass(mark, k.Mark),
		clip:   kernelPass(clip, k.Clip), turnBack: kernelPass(turnBack, k.TurnBack),
		move: kernelPass(func(s *settings, _ *present, b *block) { move(s, b) }, k.Move),
		fly:  kernelPass(func(s *settings, _ *present, b *block) { fly(s, b) }, k.Fly),
	}
}

// kernelPass returns a pass that runs the kernel k or, if the machine lacks this kernel, the equal plain
// pass.
func kernelPass(plain pass, k lanes.Kernel) pass {
	if k == nil {
		return plain
	}
	return func(_ *settings, at *present, b *block) { k(b, &at.terms) }
}

// terms returns the values that the kernels of the stages need. Rules add their own values.
func (s *settings) terms(at *present) lanes.Terms {
	return lanes.Terms{
		SteerLimit: s.SteerLimit, ViewCosine: s.leastViewCosine(), EdgeLimit: s.edgeLimit(at),
		Gain: s.gain, Step: s.step, Dt: s.dt, Rate: s.rate,
		MinSpeed: s.MinSpeed, MaxSpeed: s.MaxSpeed, Fastest: s.fastest, Excess: s.excess, EscapeSeconds: s.EscapeSeconds, Floor: s.floor,
		Follow: s.smoothing, GlideSink: s.GlideSink, FlapTurns: s.flapTurns,
	}
}
