package flock

import (
	"skein/flock/around"
	"skein/flock/internal/lanes"
	"skein/flock/internal/ledger"
	"skein/flock/internal/torus"
	"skein/flock/vec"
)

// Rule contributes one steering force to a [Model]. It is a pointer to a struct with the parameters. In
// addition to About it has a method Steer, whose arguments are what it perceives, and any of the optional
// methods that the package comment lists under "Methods of a rule".
//
// Each World has its own copies of a model's rules, made by assignment. Steer runs on several goroutines and
// must not change the rule. Columns must not depend on parameters. The engine ignores a steering force that
// is not a number or exceeds 10⁶ m/s, and limits a column to its range.
//
// To give the same bits on every machine, a rule converts each product that feeds a sum, float32(a*b) + c, as
// [vec.Vec] does. Then no compiler fuses the two operations.
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
	Escape   int       // ticks for which the boid has led, at least 1, or 0 if it does not lead

	nearest Neighbour
	reports []Event
	copies  []ledger.Copy // leaders that boids began to copy in this tick
}

// Seen has the sums over a boid's neighbourhood.
type Seen struct {
	Weight   float32 // sum of the weights of the neighbours; leaders have larger weights
	Centre   vec.Vec // mean position less the boid's own, m (S3's k)
	Velocity vec.Vec // mean velocity less the boid's own, m/s
	Away     vec.Vec // the sum that a Protection defines, m

	// Company is the mean position, relative to the boid, of the boids that a lonely boid seeks in addition
	// to its neighbourhood; see Sight.LonelyCount. It is 0 for a boid that is not lonely.
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

	WrapSide float32 // side of a world that wraps around, m; 0 means that it does not wrap
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
	sharer interface {
		BeforeTickShare(all *AllBoids, from, to int)
	}
	meanUser interface{ NeedsMean() bool }

	// fast is a rule whose kernel computes the same bits as Steer. It has no columns or a single vector.
	fast interface {
		Kernel(k *lanes.Kernels) lanes.Kernel
		termSetter
	}
	// partSteerer is a rule whose kernel computes the same bits as Steer, except for boids that it marks in
	// Block.Marked. It has no columns.
	partSteerer interface {
		selfRule
		MostKernel(k *lanes.Kernels) lanes.Kernel
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

// wayToPerceive is a way in which a rule may perceive. The rule's method Steer determines the way.
type wayToPerceive struct {
	method  string // other methods that the rule must have, or ""
	steer   string // declaration of the method Steer, or of the method that takes its place
	gives   string // what Steer can read, for the package comment; "" leaves the way out of its table
	matches func(Rule) bool
	// apply returns the function that applies a rule. If it is nil, kernelOrPlain does.
	apply func(f *flock, r Rule, state []stateArray) steer
}

func (w *wayToPerceive) methods() string {
	if w.method == "" {
		return w.steer
	}
	return w.method + " and " + w.steer
}

// waysToPerceive returns one row for each way. A rule belongs to one row, because it has only one method
// Steer. To add a way, write a file for it with its types and its function apply, and add a row here. Then
// "make guide" adds it to the package comment.
func waysToPerceive() []wayToPerceive {
	return []wayToPerceive{
		way[selfRule]("", "Steer(me *Self) Vec", "the boid itself", nil),
		way[seenRule]("", "Steer(me *Self, seen *Seen) Vec", "also the sums over its neighbourhood", nil),
		way("Ring", "Steer(me *Self, off, vel *Total) Vec", "also the sums over a ring", (*flock).ringSteer),
		way("SightRange", "Steer(me *Self, nearest *Neighbour) Vec", "also the nearest neighbour, nil if there is none", (*flock).nearestSteer),
		way("AddNeighbour", "Steer(me *Self, sums *Sums) Vec", "also sums that the rule adds up itself", (*flock).addNeighbourRule),
		way("Regards", "Steer(me *Self, others *Others) Vec", "also boids of other flocks", (*flock).lookAtOthers),
		way("Look", "Steer(me *Self, ahead *Ahead) Vec", "also the obstacle ahead", (*flock).lookAhead),
		way("Mates", "Steer(me *Self, mates []Mate) Vec", "also the nearest flockmates", (*flock).mateSteer),
		way("Crowd", "NewEvaluator() BlockEvaluator", "", (*flock).blockSteer),
	}
}

func way[R any](with, methodSteer, gives string, apply func(*flock, R, []stateArray) steer) wayToPerceive {
	w := wayToPerceive{method: with, steer: methodSteer, gives: gives, matches: func(r Rule) bool { _, ok := r.(R); return ok }}
	if apply != nil {
		w.apply = func(f *flock, r Rule, state []stateArray) steer { return apply(f, r.(R), state) }
	}
	return w
}
