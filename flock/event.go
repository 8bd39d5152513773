package flock

// EventKind says what happened.
type EventKind string

// The kinds of events.
const (
	EscapeBegan   EventKind = "escape_began"   // a boid took the lead (S3, step 5)
	EscapeEnded   EventKind = "escape_ended"   // its escape curve ran out (S3, step 7)
	Reabsorbed    EventKind = "reabsorbed"     // the flock took it back
	Abandoned     EventKind = "abandoned"      // neither reabsorbed nor in the largest cluster after 20 s
	AttackBegan   EventKind = "attack_began"   // a boid that hunts turned on its prey
	Strike        EventKind = "strike"         // it got within its strike range of one
	NearMiss      EventKind = "near_miss"      // it got near to one, and no nearer
	Split         EventKind = "split"          // a flock that is hunted fell apart
	Reunited      EventKind = "reunited"       // and came together again
	Settled       EventKind = "perched"        // a boid came to its seat
	TookOff       EventKind = "left"           // and left it
	ParamsChanged EventKind = "params_changed" // an edit, applied before this tick was stepped

	SurroundingsChanged EventKind = "surroundings_changed" // an edit, as ParamsChanged
	BoidPut             EventKind = "put"                  // an edit, as ParamsChanged: a boid was moved by hand

	ScheduleBegan   EventKind = "schedule_began"   // a scheduled change moves its value from this tick on
	ScheduleRefused EventKind = "schedule_refused" // it does not from this tick on, as an edit left no room for the value
)

// Event is an entry in the ledger: something that happened at a tick.
// Fields that a kind does not name are zero.
type Event struct {
	Tick int64     `json:"tick"` // of the first snapshot that shows it
	Kind EventKind `json:"kind"`
	Boid int       `json:"boid"` // of what happens to a whole flock its first

	// Flock is the number of the boid's flock, or of that whose parameters changed,
	// counted from 0.
	Flock int `json:"flock,omitempty"`

	// EscapeBegan.
	X     float32 `json:"x,omitempty"`     // eccentricity, H8
	Front float32 `json:"front,omitempty"` // -k̂·v̂, H9
	Draw  float32 `json:"draw,omitempty"`  // GaussRand01, H11
	Speed float32 `json:"speed,omitempty"` // m/s on leaving; of AttackBegan, Strike and NearMiss that of the hunter

	// Reabsorbed and Abandoned.
	Peak    float32 `json:"peak,omitempty"`    // largest gap to the nearest boid while away, m
	Seconds float32 `json:"seconds,omitempty"` // since the escape began; of Reunited since the split

	// Followers is the number of non-leaders whose steer owing to the leader,
	// projected on the direction to it and summed over the escape, was at least
	// 0.5 m/s (H14).
	Followers int `json:"followers,omitempty"`

	// Strike and NearMiss: whom the hunter, Boid, got near to, and how near at most.
	// AttackBegan: at whom it is aimed, and how far off that one is.
	Prey     int     `json:"prey,omitempty"`
	Distance float32 `json:"distance,omitempty"` // m

	// Settled and TookOff: the perch.
	Perch string `json:"perch,omitempty"`

	// Split: the shares of the flock that its largest and its second largest cluster have.
	Largest float32 `json:"largest,omitempty"`
	Second  float32 `json:"second,omitempty"`

	// BoidPut: where it was put.
	Put *Spot `json:"put,omitempty"`

	// ParamsChanged: all parameters after the edit, and before it; Was is nil if those are not
	// known, or if the schedule made the edit.
	Params *Params `json:"params,omitempty"`
	Was    *Params `json:"-"`

	// SurroundingsChanged: the properties that the edit set; or, if it added, removed or
	// renamed things, all things after it.
	Settings     *Settings     `json:"settings,omitempty"`
	Surroundings *Surroundings `json:"surroundings,omitempty"`

	// Scheduled says that the World's own schedule made the edit. To simulate it again makes
	// it again.
	Scheduled bool `json:"scheduled,omitempty"`

	// ScheduleBegan and ScheduleRefused.
	Transition *Transition `json:"transition,omitempty"`
}

// IsEdit reports whether the event is an edit: of parameters, of the surroundings or of the
// place of a boid.
func (e *Event) IsEdit() bool {
	return e.Kind == ParamsChanged || e.Kind == SurroundingsChanged || e.Kind == BoidPut
}

// IsSchedule reports whether the event says what becomes of a scheduled change.
func (e *Event) IsSchedule() bool { return e.Kind == ScheduleBegan || e.Kind == ScheduleRefused }
