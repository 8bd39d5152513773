package flock

import (
	"skein/flock/around"
	"skein/flock/schedule"
)

// EventKind is the kind of an event.
type EventKind string

const (
	EscapeBegan   EventKind = "escape_began"   // a boid took the lead (S3, step 5)
	EscapeEnded   EventKind = "escape_ended"   // a leader's escape curve ended (S3, step 7)
	Reabsorbed    EventKind = "reabsorbed"     // a leader rejoined the flock
	Abandoned     EventKind = "abandoned"      // a leader was neither reabsorbed nor in the largest cluster after 20 s
	AttackBegan   EventKind = "attack_began"   // a hunting boid began to attack its prey
	Strike        EventKind = "strike"         // a hunter came within strike range of its prey
	NearMiss      EventKind = "near_miss"      // a hunter came near its prey without a strike
	Split         EventKind = "split"          // a hunted flock fell apart
	Reunited      EventKind = "reunited"       // a split flock came together again
	Settled       EventKind = "perched"        // a boid sat down on its seat
	TookOff       EventKind = "left"           // a boid left its seat
	ParamsChanged EventKind = "params_changed" // parameters were edited before the step that begins at this tick

	SurroundingsChanged EventKind = "surroundings_changed" // the surroundings were edited before the step that begins at this tick
	BoidPut             EventKind = "put"                  // the user moved a boid before the step that begins at this tick
	FlockJoined         EventKind = "flock_joined"         // a flock without boids joined before the step that begins at this tick
	RegardsChanged      EventKind = "regards_changed"      // the user changed how a flock reacts to the others, before the step that begins at this tick

	ScheduleBegan   EventKind = "schedule_began"   // a scheduled change began to change its value at this tick
	ScheduleRefused EventKind = "schedule_refused" // a scheduled change stopped at this tick, because an edit made its value invalid
)

// Event is an entry in the ledger: something that happened at a tick. Fields that do not concern
// its kind are zero.
type Event struct {
	Tick int64     `json:"tick"` // tick of the first snapshot after the event
	Kind EventKind `json:"kind"`
	Boid int       `json:"boid"` // boid that the event concerns; for an event of a whole flock, the flock's first boid

	// Flock is the index of the boid's flock, or of the flock whose parameters changed, from 0.
	Flock int `json:"flock,omitempty"`

	// Fields of EscapeBegan.
	X     float32 `json:"x,omitempty"`     // eccentricity (H8)
	Front float32 `json:"front,omitempty"` // value of the front test, -k̂·v̂ (H9)
	Draw  float32 `json:"draw,omitempty"`  // draw of GaussRand01 (H11)
	Speed float32 `json:"speed,omitempty"` // speed on leaving, m/s; in AttackBegan, Strike and NearMiss the hunter's speed

	// Fields of Reabsorbed and Abandoned.
	Peak    float32 `json:"peak,omitempty"`    // largest gap to the nearest boid while away, m
	Seconds float32 `json:"seconds,omitempty"` // time since the escape began, s; for Reunited, time since the split

	// Followers is the number of boids that followed the leader, without other leaders. A boid followed if it
	// copied the leader's turn, or if the leader's influence changed its velocity by at least 0.5 m/s in
	// total during the escape.
	//
	// Delay is the mean time, in s, from the beginning of the escape until a boid copied the turn. WaveSpeed
	// is the speed, in m/s, at which the turn ran through the flock. Delay is 0 if no boid copied the turn,
	// and WaveSpeed is 0 if fewer than eight did.
	Followers int     `json:"followers,omitempty"`
	Delay     float32 `json:"delay,omitempty"`
	WaveSpeed float32 `json:"wave_speed,omitempty"`

	// Prey is the boid that the hunter, Boid, attacks. Distance is the distance between them: the present
	// one in AttackBegan, the smallest of the attack in Strike and NearMiss.
	Prey     int     `json:"prey,omitempty"`
	Distance float32 `json:"distance,omitempty"` // distance, m

	// Perch is the name of the perch, in Settled and TookOff.
	Perch string `json:"perch,omitempty"`

	// Largest and Second are the sizes of the largest and second largest cluster, as fractions of the flock,
	// in Split.
	Largest float32 `json:"largest,omitempty"`
	Second  float32 `json:"second,omitempty"`

	// Put is the spot on which the boid was put, in BoidPut.
	Put *Spot `json:"put,omitempty"`

	// Joined is the flock that joined, in FlockJoined. Its index is Flock.
	Joined *Joining `json:"joined,omitempty"`

	// Regards is how the flock reacts to the others after the edit, in RegardsChanged.
	Regards *Regards `json:"regards,omitempty"`

	// Params and Was hold all parameters after and before the edit, in ParamsChanged. Was is nil if the old
	// parameters are not known, or if the schedule made the edit.
	Params *Params `json:"params,omitempty"`
	Was    *Params `json:"-"`

	// Settings holds the properties that an edit set, for a SurroundingsChanged event. If the edit added,
	// removed or renamed things, Settings is nil and Surroundings has all things.
	Settings     *around.Settings     `json:"settings,omitempty"`
	Surroundings *around.Surroundings `json:"surroundings,omitempty"`

	// Scheduled means that the World's own schedule made the edit. A new simulation of the same Def repeats
	// such edits by itself.
	Scheduled bool `json:"scheduled,omitempty"`

	// Transition is the change, in ScheduleBegan and ScheduleRefused.
	Transition *schedule.Transition `json:"transition,omitempty"`
}

// IsEdit reports whether the event is an edit: of parameters, the surroundings, a boid's position, the list
// of flocks or a flock's reactions.
func (e *Event) IsEdit() bool {
	switch e.Kind {
	case ParamsChanged, SurroundingsChanged, BoidPut, FlockJoined, RegardsChanged:
		return true
	}
	return false
}

// IsSchedule reports whether the event concerns a scheduled change.
func (e *Event) IsSchedule() bool { return e.Kind == ScheduleBegan || e.Kind == ScheduleRefused }
