//go:build !purego

package lanes

import "golang.org/x/sys/cpu"

// Fast returns the kernels for this machine.
func Fast() Kernels {
	if !cpu.X86.HasAVX2 {
		return Kernels{}
	}
	return Kernels{
		Derive: derive, Separate: separate, Cohere: cohere, Match: match, AlignPrinted: alignPrinted,
		Clip: clip, Cruise: cruise, Gust: gust, Roost: roost, RoostTogether: roostTogether,
		Meander: meander, KeepHeight: keepHeight, PullUp: pullUp, TurnBack: turnBack, Mark: marking(mark), Move: move, Fly: fly,
		Bands: bands, Repel: repel, TurnAway: turnAway, TurnTo: turnTo, TurnToAll: turnToAll,
		TakeCourse: withCourses(takeCourse), TakeCourseAll: withCourses(takeCourseAll), TakeCourseLevel: withCourses(takeCourseLevel),
		Flutter: flutter, Roll: roll, Margins: margins, ToCentre: toCentre, MatchAll: matchAll,
		LimitTurn: marking(limitTurn), LimitTurnLevel: marking(limitTurnLevel),
		Perch: marking(perch), MoveLevel: moveLevel, FlyLevel: flyLevel,
		SteerBands: steerBands, SteerRepel: steerRepel, SteerTurnAway: steerTurnAway, SteerTurnTo: steerTurnTo,
		SteerTakeCourse: steerTakeCourse, SteerCentre: steerCentre, SteerMatch: steerMatch, SteerAvoid: steerAvoid,
		SteerKeepAway: steerKeepAway, SteerPredators: steerPredators, SteerMeanCourse: steerMeanCourse, SteerTo: steerTo,
		Meet: meet, Attract: attract,
		Space:  MateKernels{First: spaceFirst, Next: spaceNext, Steer: space},
		Dodge:  MateKernels{First: dodgeNext, Next: dodgeNext, Steer: dodge},
		Gather: MateKernels{First: gatherFirst, Next: gatherNext, Steer: gather, Shows: ShowsMood, Leaves: true},
		Turns:  MateKernels{First: turnsNext, Next: turnsNext, Steer: turns, Shows: ShowsTurn, Leaves: true},
		Align:  MateKernels{First: alignNext, Next: alignNext, Steer: align},
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

func withCourses(add Kernel) Kernel {
	return func(b *Block, t *Terms) {
		if t.PairRow == 0 {
			courses(b, t)
		}
		add(b, t)
	}
}
