package flock

import (
	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

// Rule contributes one steering force of a model. It is a struct with parameters, see [Model], and a
// formula. The arguments of its method Steer are everything that the formula can read. A rule has exactly one
// of the methods
//
//	Steer(me *Self) Vec                      the boid itself
//	Steer(me *Self, seen *Seen) Vec          also the sums over its neighbourhood
//	Steer(me *Self, off, vel *Total) Vec     also the sums over a ring, see below
//	Steer(me *Self, nearest *Neighbour) Vec  also the nearest neighbour, see below
//	Steer(me *Self, sums *Sums) Vec          also sums that the rule adds up itself, see below
//	Steer(me *Self, others *Others) Vec      also boids of other flocks, see below
//	Steer(me *Self, ahead *Ahead) Vec        also the obstacle ahead, see below
//	Steer(me *Self, mates []Mate) Vec        also the nearest flockmates, see below
//
// which return a change of velocity, m/s per 1/30 s, or per step in a model that counts in steps.
//
// A rule that takes the sums over a ring has a method
//
//	Ring() Ring                                     the ring
//
// The totals are sums of the neighbours' positions relative to the boid, m, and of their velocities relative
// to its own. A rule that takes the nearest neighbour gets nil if there is none. A rule that takes sums
// perceives each neighbour, which takes longer, by
//
//	AddNeighbour(me *Self, other *Neighbour, sums *Sums)
//	                                                adds a neighbour to the sums
//
// The terms that AddNeighbour adds must not depend on the values of the sums, because neighbours come in no
// particular order. AddNeighbour does not get the rule's own columns, but Steer does. The neighbours are
// those of the neighbourhood, or, with the method
//
//	SightRange() float32                            range, m
//
// all boids within this range and in the field of view, whatever the neighbourhood is. They are flockmates.
// With SightRange and
//
//	Regards() Regard
//
// they are boids of the flocks that the boid's own flock notices, follows or flees, as this Regard says. A
// rule that perceives each flockmate may also perceive others, in the same sums, by
//
//	AlsoPerceives() (Regard, float32)               which others, and their range, m
//	Heeds(state []float32) bool                     whether a boid with these columns perceives flockmates
//
// This rule perceives only flockmates for which at least one of its own Visible columns is not 0. It gets
// these columns' values at the start of the tick. Its Steer is not called for a boid that perceives no other
// boid and whose columns are 0.
//
// A rule that chooses among boids of other flocks takes Others and has a method Regards. It searches for
// these boids only when it needs them.
//
// A rule that takes the nearest flockmates has a method
//
//	Mates() int                                     how many it perceives, at most 48
//
// It gets them nearest first, at any distance and in all directions. Each Mate says whether it is in the
// boid's field of view, and has the rule's own Visible columns. The rule must not keep the slice.
//
// A rule that takes the obstacle ahead has a method
//
//	Look() Look                                     how far it looks
//
// Its Steer is called only for boids that have an obstacle ahead.
//
// A rule that computes whole blocks of boids, such as one of package formula, has no method Steer but
//
//	Crowd() Crowd                                   which boids it perceives
//	NewEvaluator() BlockEvaluator                   computes blocks
//
// Its results must not depend on the order of the boids that it perceives. A rule whose parameters are known
// only when the program runs has the methods
//
//	Parameters() any                                a pointer to a struct with the parameters
//	Copy() Rule                                     a copy of the rule that shares no parameters with it
//
// In addition to its formula a rule may have
//
//	IsActive() bool                  whether it is active; without this method it always is
//	Move(me *Self, to *Motion)       changes where a boid goes; a rule may have Move alone
//	Tick(now *Tick)                  called once a tick, with data that all boids share
//	Columns() []Column               numbers of its own that each boid carries
//	Omits(column int) bool           whether a column, counted from 0, is not used with the present
//	                                 parameters: it is then 0, and neither saved nor hashed. So a
//	                                 rule can get new columns, and old checkpoints remain valid
//	Begin(now *Tick, id int) []float32
//	                                 their values for a boid that joins; a rule that is
//	                                 switched on in flight begins with 0, or if it was read
//	                                 from a text, with these values
//	Hunting(state []float32) bool    whether a boid with these columns hunts boids that its
//	                                 flock follows
//	Pursuit(state []float32) Pursuit what it does; a hunting rule may have it, for explanations
//	Sits(state []float32) bool       whether a boid with these columns perches, for a rule
//	                                 that does not set Motion.Perched
//	Protects() Protection            what Seen.Away sums up
//	Home(now *Tick) Vec              where the flock starts
//	Imposes() []string               keys of rows of the scorecard: the rule holds their figures at a
//	                                 target, so the scorecard does not count them
//	UseSurroundings(s *Surroundings, species string)
//	                                 the surroundings of a flock of this species, whenever
//	                                 they change; the rule must neither change nor keep them
//	ThingKind() (kind string)        the kind of things that UseSurroundings uses, see [ThingKinds]
//	RenumberThings(state []float32)  updates indices of things that a boid remembers, after
//	                                 UseSurroundings was called with other surroundings
//	Renumber(state []float32, newID func(id int) int)
//	                                 updates ids of boids that a boid remembers, when the ids in
//	                                 the World change: newID returns the new id, or -1 for a boid
//	                                 that is gone
//	BeforeTick(now *Tick, all *AllBoids)
//	                                 all boids, once a tick before any boid moves, to set its
//	                                 own columns
//	NeedsMean() bool                 whether BeforeTick calls AllBoids.Mean; without this method
//	                                 it may
//	RetiredKeys() []string
//	                                 keys of parameters that the rule once had: recordings that
//	                                 name them can be read, but not continued
//	Settle(now *Tick, all *AllBoids)
//	                                 all boids before the first tick, in a flock that starts
//	                                 perched, to put them on seats
//
// A rule by which boids copy a leader's turn calls me.ReportCopy when a boid begins to copy. From these
// calls, the ledger computes how far and how fast the turn runs.
//
// A rule that uses the surroundings is active if the World has things of its kind. Its method IsActive
// reports whether UseSurroundings got any. Other rules are switched on by a parameter.
//
// Each World has its own copies of a model's rules, made by assignment. Steer runs on several goroutines and
// must not change the rule. Columns must not depend on parameters. A steering force that is not a number or
// exceeds 10⁶ m/s is ignored, and a column is limited to its range. Products that feed a sum must be
// converted, float32(a*b) + c, as [vec.Vec] does. Then no machine fuses them, and the same seed gives the
// same bits everywhere.
type Rule interface{ About() About }

// About describes a rule.
type About struct {
	Name   string // name, one or two words
	Source string // publication, such as "S3 eq. 4"
	Social bool   // whether the rule responds to flockmates; steer_limit limits the sum of all such rules
}

// Self is a boid as its rules perceive it.
type Self struct {
	ID       int
	Pos, Vel vec.Vec
	Speed    float32   // m/s
	Heading  vec.Vec   // unit vector; zero at rest
	State    []float32 // the rule's own columns, to read and write
	Escape   int       // ticks for which the boid has led, from 1 on, or 0 if it does not lead

	nearest Neighbour
	reports []Event
	copies  []copyReport // leaders that boids began to copy in this tick
}

// Seen has the sums over a boid's neighbourhood.
type Seen struct {
	Weight   float32 // sum of the weights of the neighbours; leaders have larger weights
	Centre   vec.Vec // mean position less the boid's own, m (S3's k)
	Velocity vec.Vec // mean velocity less the boid's own, m/s
	Away     vec.Vec // the sum that a Protection defines, m

	// Company is the mean position, relative to the boid, of the boids that a lonely boid seeks in
	// addition to its neighbourhood, see Sight.LonelyCount. It is 0 for a boid that is not lonely.
	Company         vec.Vec // mean position less the boid's own, m
	CompanyVelocity vec.Vec // mean velocity less the boid's own, m/s
}

// Protection defines the sum Seen.Away. Its terms are the vectors away from the neighbours, each weighted
// by the falloff at the neighbour's distance.
type Protection struct {
	All     bool    // whether the sum is over all neighbours
	Radius  float32 // if All is false, radius within which neighbours count, m
	Falloff Falloff
}

// Column is a number or a vector that belongs to a rule and that every boid carries. It is 0 at the start,
// unless the rule has a method Begin, and again after the rule was switched off.
type Column struct {
	Name      string
	Low, High float32 // range of the numbers in any simulation
	Vector    bool    // whether the column is a vector: three numbers of Self.State
	Visible   bool    // whether flockmates perceive the column, in Neighbour.Columns or Mate.Columns
}

func (c *Column) size() int {
	if c.Vector {
		return 3
	}
	return 1
}

// Tick is the present tick, the same for all boids.
type Tick struct {
	Seed     uint64
	Age      int64 // ticks since the start, including the warm-up
	TickRate int   // ticks per second

	WrapSide float32 // side of a world that wraps around, m; 0: it does not wrap
	Plane    bool    // whether boids stay at their height

	Pace float32 // factor that converts velocities to m/s: 1, or the tick rate in a model that counts in steps
	Gain float32 // factor of a steering force in a tick
	Step float32 // time for which a tick moves a boid at its velocity, s; 1 in a model that counts in steps

	air *around.Air
}

// Wind returns the wind at a place, m/s.
func (now *Tick) Wind(at vec.Vec) vec.Vec {
	if now.air == nil {
		return vec.Vec{}
	}
	return now.air.At(at)
}

// Nearest returns the difference d between two places, m, or the difference to the nearest image in a world
// that wraps around.
func (now *Tick) Nearest(d vec.Vec) vec.Vec {
	if now.WrapSide == 0 {
		return d
	}
	return torus.New(now.WrapSide).Nearest(d)
}

// Seconds returns the length of a tick, s.
func (now *Tick) Seconds() float32 { return 1 / float32(now.TickRate) }

type (
	selfRule interface{ Steer(me *Self) vec.Vec }
	seenRule interface {
		Steer(me *Self, seen *Seen) vec.Vec
	}
	rangedRule    interface{ SightRange() float32 }
	regardingRule interface{ Regards() Regard }
	mover         interface{ Move(me *Self, to *Motion) }
	switchable    interface{ IsActive() bool }
	ticker        interface{ Tick(now *Tick) }
	stateful      interface{ Columns() []Column }
	omitting      interface{ Omits(column int) bool }
	beginner      interface {
		Begin(now *Tick, id int) []float32
	}
	protector        interface{ Protects() Protection }
	homing           interface{ Home(now *Tick) vec.Vec }
	surroundingsUser interface {
		ThingKind() (kind string)
		UseSurroundings(s *around.Surroundings, species string)
	}
	thingRenumberer interface {
		surroundingsUser
		RenumberThings(state []float32)
	}
	numberer interface {
		Renumber(state []float32, newID func(id int) int)
	}
	retiring interface{ RetiredKeys() []string }
	settler  interface {
		Settle(now *Tick, all *AllBoids)
	}
	beforeTicker interface {
		BeforeTick(now *Tick, all *AllBoids)
	}
	meanUser interface{ NeedsMean() bool }

	// fast is a rule whose kernel computes the same bits as Steer. It has no columns or a single vector.
	fast interface {
		Kernel(k *lanes.Kernels) lanes.Kernel
		termSetter
	}
	// partMover is a rule whose Move has a kernel for most boids. If no other rule has a Move, the kernel
	// does the same as the engine, bit for bit, except for boids that it marks in Block.Marked.
	partMover interface {
		MostMoveKernel(k *lanes.Kernels) lanes.Kernel
		termSetter
	}
	termSetter interface{ Terms(t *lanes.Terms) }

	// fastMover is a rule whose Move has a kernel. If no other rule has a Move, the kernel does the same as
	// the engine, bit for bit, including the limits.
	fastMover interface {
		MoveKernel(k *lanes.Kernels) lanes.Kernel
		termSetter
	}
)

// wayToPerceive is a way in which a rule may perceive, which follows from the arguments of its methods. To
// add one, write a file for it, add a row to the table, and describe it in the comment of Rule.
type wayToPerceive struct {
	methods string
	is      func(Rule) bool
	// steer returns the function that applies a rule. If it is nil, kernelOrPlain does.
	steer func(f *flock, r Rule, state []stateArray) steer
}

// waysToPerceive returns the table. A rule belongs to one row, because it has only one method Steer.
func waysToPerceive() []wayToPerceive {
	return []wayToPerceive{
		way[selfRule]("Steer(*Self) Vec", nil),
		way[seenRule]("Steer(*Self, *Seen) Vec", nil),
		way("Ring and Steer(*Self, *Total, *Total) Vec", (*flock).ringSteer),
		way("SightRange and Steer(*Self, *Neighbour) Vec", (*flock).nearestSteer),
		way("AddNeighbour and Steer(*Self, *Sums) Vec", (*flock).addNeighbourRule),
		way("Regards and Steer(*Self, *Others) Vec", (*flock).lookAtOthers),
		way("Look and Steer(*Self, *Ahead) Vec", (*flock).lookAhead),
		way("Mates and Steer(*Self, []Mate) Vec", (*flock).mateSteer),
		way("Crowd and NewEvaluator", (*flock).blockSteer),
	}
}

func way[R any](methods string, steerOf func(*flock, R, []stateArray) steer) wayToPerceive {
	w := wayToPerceive{methods: methods, is: func(r Rule) bool { _, ok := r.(R); return ok }}
	if steerOf != nil {
		w.steer = func(f *flock, r Rule, state []stateArray) steer { return steerOf(f, r.(R), state) }
	}
	return w
}
