package lanes

// Terms are the numbers that the rules take from the parameters and the place:
// the same for all boids, for a tick. Gains are per 1/30 s.
type Terms struct {
	Separation float32 // signed
	Cohesion   float32
	Alignment  float32
	SteerLimit float32 // m/s

	CruiseRate, CruiseSpeed float32 // m/s

	Die          uint64  // what the draws of all boids begin with
	Draw         uint64  // what those of this tick go on with
	GustKick     float32 // m/s
	GustVertical float32
	GustKeep     float32

	RoostX, RoostY, RoostZ float32 // m
	RoostPull, RoostRadius float32 // m/s, m
	RoostTurn              float32 // RoostPull, negative to the right, m/s
	Turn                   float32 // of the meander, m/s
	HeightPull, HeightDamp float32
	GroundMargin           float32 // m

	EdgeLimit float32 // square of a Seen.Edge from which on a boid is marked, m²

	Gain               float32 // ticks take this share of a steer
	Dt, Rate           float32 // s, and its inverse
	MinSpeed, MaxSpeed float32 // m/s
	Fastest            float32 // highest speed while escaping, m/s
	Excess             float32 // by how much above MaxSpeed, m/s
	EscapeSeconds      float32 // length of an escape
	Floor              float32 // lowest height, m

	Follow    float32 // share of the way that a tick's smoothing goes
	GlideSink float32 // m/s
	FlapTurns float32 // of the wings in a tick
}

// Kernel is a rule for all boids of a block.
type Kernel func(b *Block, t *Terms)

// Kernels are the rules of package flock that have the same names; nil where
// there is none.
type Kernels struct {
	Derive                       Kernel
	Separate, Cohere             Kernel
	Match, AlignPrinted, Clip    Kernel
	Cruise, Gust                 Kernel // Gust needs IDs that are not negative
	Roost, RoostTogether         Kernel
	Meander                      Kernel
	KeepHeight, PullUp, TurnBack Kernel
	Mark                         Kernel // sets in Block.Marked who has an Age from 0 or an Edge from EdgeLimit
	Move, Fly                    Kernel
}
