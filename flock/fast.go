package flock

import "skein/flock/internal/lanes"

// stages are what a tick does to a block before and after the steers.
type stages struct{ derive, mark, move, fly rule }

func newStages(k *lanes.Kernels) stages {
	return stages{
		derive: faster(func(_ *settings, _ *place, b *block) { derive(b) }, k.Derive),
		mark:   faster(mark, k.Mark),
		move:   faster(func(s *settings, _ *place, b *block) { move(s, b) }, k.Move),
		fly:    faster(func(s *settings, _ *place, b *block) { fly(s, b) }, k.Fly),
	}
}

// faster is a rule as the kernel that does the same, if the machine has it.
func faster(plain rule, k lanes.Kernel) rule {
	if k == nil {
		return plain
	}
	return func(_ *settings, at *place, b *block) { k(b, &at.terms) }
}

// terms are what kernels take from the settings and the place.
func (s *settings) terms(at *place) lanes.Terms {
	return lanes.Terms{
		Separation: s.separation, Cohesion: s.Cohesion, Alignment: s.Alignment, SteerLimit: s.SteerLimit,
		CruiseRate: s.CruiseRate, CruiseSpeed: s.CruiseSpeed,
		Die: uint64(dice(s.seed, forGust)), Draw: uint64(at.age) * goldenRatio,
		GustKick: s.gustKick, GustVertical: s.GustVertical, GustKeep: s.gustKeep,
		RoostX: at.roost.X, RoostY: at.roost.Y, RoostZ: at.roost.Z,
		RoostPull: s.RoostPull, RoostRadius: s.RoostRadius,
		Turn:       float32(s.Meander * at.turn),
		HeightPull: s.HeightPull, HeightDamp: s.HeightDamp, GroundMargin: s.groundMargin,
		EdgeLimit: s.edgeLimit(at),
		Gain:      s.gain, Dt: s.dt, Rate: s.rate,
		MinSpeed: s.MinSpeed, MaxSpeed: s.MaxSpeed, Fastest: s.fastest, Excess: s.excess, EscapeSeconds: s.EscapeSeconds, Floor: s.floor,
		Follow: s.follow, GlideSink: s.GlideSink, FlapTurns: s.flapTurns,
	}
}
