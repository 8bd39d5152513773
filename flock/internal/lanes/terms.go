package lanes

// Terms holds the values that rules derive from parameters and surroundings. They are the same for all boids
// in a tick. Gains are per 1/30 s.
type Terms struct {
	Separation float32 // gain of the separation, including its sign
	Cohesion   float32
	Alignment  float32
	SteerLimit float32 // m/s

	CruiseRate, CruiseSpeed, CruisePull float32 // m/s; CruisePull is the pull of gravity on a boid that flies vertically downwards

	Die          uint64  // seed of the random numbers of all boids
	Draw         uint64  // value that is added to the seed in this tick
	GustKick     float32 // m/s
	GustVertical float32
	GustKeep     float32

	RoostX, RoostY, RoostZ float32 // m
	RoostPull, RoostRadius float32 // RoostPull in m/s, RoostRadius in m
	RoostTurn              float32 // RoostPull for a turn to the left, -RoostPull for a turn to the right, m/s
	Turn                   float32 // turn of the meander, m/s
	HeightPull, HeightDamp float32
	GroundMargin           float32 // m

	EdgeLimit float32 // squared length of Seen.Edge at which a boid is marked, m²

	ViewCosine  float32 // cosine of half the field of view; -2 if boids see in all directions
	Mates       float32 // number of mates that each boid perceives
	Interacting float32 // largest number of mates in view with which a boid interacts
	Exposing    float32 // number of mates used to compute a boid's exposure

	SpaceStretch2, SpaceFlat2, SpaceOthers2 float32 // squares of the factors
	SpaceCore, SpaceWidth, SpaceReach       float32 // m
	SpaceGain, SpacePush                    float32 // m/s; SpaceGain is divided by the number of mates

	DodgeGain, DodgeSeconds, DodgeReach float32 // m/s², s and m

	GatherGain, GatherLeast, GatherOutward float32 // m/s²
	GatherOutUp                            float32
	GatherSpacing                          float32 // m; if 0, the steering force does not depend on the density
	GatherMost                             float32
	// largest relative change of the spacing by a mood; 0 if there are no moods (see Gather.Mood in package
	// rules)
	GatherMood                          float32
	MoodKeep                            float32 // fraction of a mood that remains after a tick
	GatherAhead, GatherBeside, GatherUp float32
	AlignGain                           float32 // m/s

	BandsWithin2, RepelWithin2, TurnAwayWithin2     float64 // squared ranges, m²
	TurnToFrom2, TakeCourseFrom2, TakeCourseWithin2 float64 // squared distances, m²
	BandNear, BandWidth                             float32 // m; BandWidth is the width of the far band

	ImpulseDie, ImpulseDraw uint64
	ImpulseAbove            uint64 // a gust hits a boid whose random number of 53 bits is greater than this

	FlutterDie, FlutterDraw       uint64
	FlutterKick, FlutterKeep      float32 // FlutterKick in m/s²; FlutterKeep is a fraction
	FlutterAlong, FlutterVertical float32 // FlutterAlong is the fraction of the acceleration along the course that is removed

	RollUnit   float32 // change of velocity in a tick, m/s, by a bank whose tangent is 1
	RollFollow float32 // fraction of the difference from its target by which the bank changes in a tick
	RollMost   float32 // largest change of the tangent of the bank in a tick
	RollSink   float32 // fraction of the lift lost in a bank that is not compensated, so that the boid sinks
	RollStep   float32 // time for which a tick moves a boid at its velocity, s; 1 in a model that counts in steps

	TurnGain, TurnClimb float32 // m/s²
	TurnRest            float32 // ticks

	PerchGround float32 // m
	TurnLimit   float32 // largest turn per 1/30 s, radians

	CrowdX, CrowdY, CrowdZ float32 // mean position of a crowd, m
	CrowdSize              float32 // number of boids
	CrowdSoft              float32 // added to the squared distance, m²

	ProjectFloor, ProjectRest    float32 // lengths of the mean unit vector; ProjectRest is 1 - ProjectFloor
	ProjectGain, ProjectMatch    float32 // ProjectGain in m/s
	ProjectX, ProjectY, ProjectZ float32 // mean velocity of the flock, m/s

	ToCentreShare, MatchAllShare             float32
	MarginsLowX, MarginsLowY, MarginsLowZ    float32 // m
	MarginsHighX, MarginsHighY, MarginsHighZ float32 // m
	MarginsTurn, PredatorTurn                float32 // m/s

	CentreFactor, MatchFactor, AvoidFactor, KeepAwayFactor float32
	RepelWeight, MeanCourseWeight, SteerToWeight           float32
	MeanCourseForce, SteerToForce, SteerToSpeed            float32 // m/s
	SteerToEasing                                          float32 // m
	BandRepel, BandAttract                                 float32 // m/s
	TurnAwayShare, TurnToShare                             float32
	TakeCourseShare, TakeSpeedShare                        float32 // fractions of the turn and of the difference in speed, divided by the scale of the sums

	Gain               float32 // factor on the steering forces in a tick
	Step               float32 // time for which a tick moves a boid at its velocity, s; 1 in a model that counts in steps
	Dt, Rate           float32 // length of a tick, s, and its inverse
	MinSpeed, MaxSpeed float32 // m/s
	Fastest            float32 // highest speed during an escape, m/s
	Excess             float32 // Fastest - MaxSpeed, m/s
	EscapeSeconds      float32 // length of an escape, s
	Floor              float32 // smallest height, m

	Follow    float32 // fraction of the difference from its target by which smoothing changes a value in a tick
	GlideSink float32 // m/s
	FlapTurns float32 // wingbeats per tick
}

// Kernel applies a rule to all boids of a block.
type Kernel func(b *Block, t *Terms)

// Shows is a set of properties that a flockmate shows to others.
type Shows uint32

// ShowsTurn and ShowsMood are properties of a flockmate. ShowsTurn means that it is turning, and ShowsMood
// that it took a mood a short time ago.
const (
	ShowsTurn Shows = 1 << iota
	ShowsMood
)

// ShowsBits holds all bits of Shows.
const ShowsBits = ShowsTurn | ShowsMood

// MateKernels are the kernels of a rule that perceives the nearest flockmates. Each kernel applies to all
// boids of a block.
type MateKernels struct {
	First    Kernel // adds the current mate to Mates.Sums, for each of the first FirstFew mates
	Next     Kernel // adds the current mate to Mates.Sums, for each later mate
	FirstFew int    // number of mates that First adds
	Steer    Kernel // adds the steering force, computed from the sums
	Shows    Shows  // meaning of the rule's first visible column; 0 if the rule has no visible column
	Leaves   bool   // whether Steer marks some boids in Block.Marked and leaves them to the rule's formula
	InView   int    // number of mates in view that the formula perceives at most; 0 if there is no limit
}

// Second says whether a rule that perceives each neighbour has a second sum.
type Second int

// These are the values of Second.
const (
	NoSecond Second = iota
	SecondX         // only the first coordinate, with the same number of terms as the first sum
	SecondSum
)

// PairKernel is the kernel of a rule that perceives each neighbour.
type PairKernel struct {
	Terms   Kernel // computes Pairs.Terms for a block of pairs
	Second  Second
	Courses Kernel    // sets Pairs.Length for a block of boids; nil if the rule does not perceive velocities
	Runs    RunKernel // computes the sums without their terms; may be nil
}

// Kernels holds the kernels of rules and of stages of a tick. A kernel is nil if this machine does not
// support it.
type Kernels struct {
	Derive                       Kernel
	Separate, Cohere             Kernel
	Match, AlignPrinted, Clip    Kernel
	Roll                         Kernel // also clears Perched and Landing in Block.Wing
	Cruise, Gust, Flutter        Kernel // Gust and Flutter require nonnegative IDs
	Impulse                      Kernel // marks the boids that a gust hits; requires nonnegative IDs
	Roost, RoostTogether         Kernel
	Meander                      Kernel
	KeepHeight, PullUp, TurnBack Kernel
	Bands, Repel, TurnAway       PairKernel
	TurnTo, TakeCourse           PairKernel
	TurnToAll, TakeCourseAll     PairKernel // the same for neighbours at any distance
	Meet                         Kernel     // computes the fields from Mates.To to Mates.InView from Mates.Pos
	Attract                      Kernel     // adds the pull of a crowd on the positions Pos to Seen.Steer
	Project                      Kernel     // adds the steering of the rule "projection", with the mean unit vectors in Seen.Field
	Space, Gather, Align, Turns  MateKernels
	Dodge                        MateKernels
	Margins, ToCentre, MatchAll  Kernel
	Mark                         Kernel // sets in Block.Marked the boids with an Age of at least 0 or an Edge of at least EdgeLimit
	Move, Fly                    Kernel
	Perch                        Kernel // marks boids that perch, land or take off; also clears Perched and Landing in Block.Wing
	LimitTurn, LimitTurnLevel    Kernel // mark boids that turn sharply; also change Block.Wing like Perch
	MoveLevel, FlyLevel          Kernel // like Move and Fly for a model in the plane

	// These kernels add the steering forces of rules to Seen.Steer. They use the rules' sums in
	// Pairs.PairSums.
	SteerBands, SteerRepel, SteerTurnAway, SteerTurnTo, SteerTakeCourse Kernel
	SteerCentre, SteerMatch, SteerAvoid, SteerKeepAway, SteerPredators  Kernel
	SteerMeanCourse, SteerTo                                            Kernel
}
