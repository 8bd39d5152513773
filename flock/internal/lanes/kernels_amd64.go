//go:build !purego

package lanes

import "golang.org/x/sys/cpu"

// Fast returns the kernels that this machine supports.
func Fast() Kernels {
	if !cpu.X86.HasAVX2 {
		return Kernels{}
	}
	t := tableAVX2()
	if hasAVX512() {
		t = tableAVX512()
	}
	return t.kernels()
}

// hasAVX512 reports whether to use AVX-512. It requires VNNI, because most processors without VNNI lower
// their clock rate for AVX-512.
func hasAVX512() bool {
	x := &cpu.X86
	return x.HasAVX512F && x.HasAVX512DQ && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VNNI
}

func (t *table) kernels() Kernels {
	return Kernels{
		Derive: t.derive, Separate: t.separate, Cohere: t.cohere, Match: t.match, AlignPrinted: t.alignPrinted,
		Clip: t.clip, Cruise: t.cruise, Gust: t.gust, Impulse: marking(t.impulse), Roost: t.roost, RoostTogether: t.roostTogether,
		Meander: t.meander, KeepHeight: t.keepHeight, PullUp: t.pullUp, TurnBack: t.turnBack, Mark: marking(t.mark), Move: t.move, Fly: t.fly,
		Bands: PairKernel{Terms: t.bands, Second: SecondSum}, Repel: PairKernel{Terms: t.repel}, TurnAway: PairKernel{Terms: t.turnAway, Runs: sumAway},
		TurnTo: PairKernel{Terms: t.turnTo}, TurnToAll: PairKernel{Terms: t.turnTo, Runs: sumTowards},
		TakeCourse: PairKernel{t.takeCourse, SecondX, t.courses, nil}, TakeCourseAll: PairKernel{t.takeCourse, SecondX, t.courses, sumCourses},
		Flutter: t.flutter, Roll: t.roll, Margins: t.margins, ToCentre: t.toCentre, MatchAll: t.matchAll,
		LimitTurn: marking(t.limitTurn), LimitTurnLevel: marking(t.limitTurnLevel),
		Perch: marking(t.perch), MoveLevel: t.moveLevel, FlyLevel: t.flyLevel,
		SteerBands: t.steerBands, SteerRepel: t.steerRepel, SteerTurnAway: t.steerTurnAway, SteerTurnTo: t.steerTurnTo,
		SteerTakeCourse: t.steerTakeCourse, SteerCentre: t.steerCentre, SteerMatch: t.steerMatch, SteerAvoid: t.steerAvoid,
		SteerKeepAway: t.steerKeepAway, SteerPredators: t.steerPredators, SteerMeanCourse: t.steerMeanCourse, SteerTo: t.steerTo,
		Meet: t.meet, Attract: t.attract, Project: t.project,
		Space:  MateKernels{First: t.spaceFirst, Next: t.spaceNext, Steer: t.space},
		Gather: MateKernels{First: t.gatherFirst, Next: t.gatherNext, Steer: t.gather, Shows: ShowsMood, Leaves: true},
		Turns:  MateKernels{First: t.turnsNext, Next: t.turnsNext, Steer: t.turns, Shows: ShowsTurn, Leaves: true},
		Align:  MateKernels{First: t.alignNext, Next: t.alignNext, Steer: t.align},
		Dodge:  MateKernels{First: t.dodgeNext, Next: t.dodgeNext, Steer: t.dodge},
	}
}

func marking(k Kernel) Kernel { return func(b *Block, t *Terms) { markOnly(k, b, t) } }

func markOnly(k Kernel, b *Block, t *Terms) {
	clear(b.Marked)
	k(b, t)
	if past := b.N % 64; past > 0 {
		b.Marked[b.N/64] &= 1<<past - 1
	}
}
