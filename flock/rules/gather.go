package rules

import (
	"skein/flock"
	"skein/flock/internal/lanes"
	"skein/flock/vec"
)

// Gather pulls a boid towards its nearest flockmates in view. An exposed boid is pulled more strongly. The
// steering force is the mean vector to these flockmates, times
//
//	Gain · (Least + e),    e = min(1, 2·|m|)
//
// where m is the mean unit vector to the 24 nearest, which is long at the flock's border. Ahead, Beside and
// Up are factors on the components of this steering force along the course, level across the course, and
// upwards. With a large factor Up, the flock is flat, as flocks of starlings are. A boid inside the flock
// also steers outwards, by
//
//	-Outward · (1 - e) · m · min(Most, S/d)³    times OutUp in height,    S = Spacing · (1 + Mood·a)
//
// where d is the mean distance of the 24 nearest. This steering force makes the border denser than the
// middle, as in real flocks of starlings. It grows with the density, which is proportional to d⁻³, so it
// limits the density. If Spacing is 0, the factor is 1.
//
// a is the boid's mood, from -1 (close together) to 1 (far apart). A boid that takes the lead draws a mood
// at random. Another boid copies the mood of the nearest flockmate in view whose mood is at most 0.27 s
// old. For the time MoodRest after that, it neither draws nor copies a mood. Moods fade with the time
// constant MoodSeconds. So the flock becomes wider or denser in a wave, which runs through the flock like a
// turn.
//
// The pull is eq. 7 to 9 of H. Hildenbrandt, C. Carere and C. Hemelrijk, "Self-organized aerial displays of
// thousands of starlings", Behav. Ecol. 21, 2010. The factors, the outward steering force and the moods are
// skein's own.
type Gather struct {
	Gain    float32 `key:"gather" label:"Gathering" group:"Starlings" unit:"m/s²" range:"0,100" slider:"20" varies:"" doc:"How strongly an exposed boid steers towards its nearest neighbours in view (Hildenbrandt 2010, eq. 7). 0 means off"`
	Least   float32 `key:"gather_least" with:"gather" label:"Inner gathering" range:"0,10" slider:"1" doc:"Factor that multiplies the gathering force of a boid that is not exposed"`
	Ahead   float32 `key:"gather_ahead" with:"gather" label:"Forward gathering" range:"0,20" slider:"5" doc:"Factor that multiplies the component of the gathering force along the course"`
	Beside  float32 `key:"gather_beside" with:"gather" label:"Sideways gathering" range:"0,20" slider:"5" doc:"Factor that multiplies the component of the gathering force to the left or right"`
	Up      float32 `key:"gather_up" with:"gather" label:"Vertical gathering" range:"0,20" slider:"5" plane:"idle" doc:"Factor that multiplies the vertical component of the gathering force. Higher values make the flock flatter"`
	Outward float32 `key:"outward" with:"gather" label:"Outward force" unit:"m/s²" range:"0,200" slider:"50" doc:"How strongly boids inside the flock steer outwards. This makes the border dense"`
	OutUp   float32 `key:"outward_up" with:"outward" label:"Vertical outward force" range:"0,1" plane:"idle" doc:"Factor that multiplies the vertical component of the outward force"`

	Spacing float32 `key:"outward_spacing" with:"outward" label:"Outward spacing" unit:"m" range:"0,20" slider:"4" body:"" absent:"0" doc:"Mean distance to the 24 nearest boids at which the outward force has its set strength. In a denser flock, the force is stronger. If 0, the density has no effect"`

	Most        float32 `key:"outward_most" with:"outward_spacing" label:"Outward limit" range:"1,10" absent:"4" doc:"Upper limit of the outward spacing divided by the mean distance. In a flock of higher density, the outward force does not grow further"`
	Mood        float32 `key:"mood" with:"outward_spacing" label:"Mood" range:"0,0.9" absent:"0" doc:"Largest share by which a boid's mood changes its outward spacing. Each leader gets a random mood, for a wider or a closer spacing, and flockmates copy the mood. If 0, there are no moods"`
	MoodSeconds float32 `key:"mood_seconds" with:"mood" label:"Mood length" unit:"s" range:"0.1,60" slider:"10" absent:"4" doc:"Time constant with which a mood fades"`

	MoodRest float32 `key:"mood_rest" with:"mood" label:"Rest after a mood" unit:"s" range:"0.3,60" slider:"10" absent:"2" doc:"Time after a new mood for which a boid takes no other mood"`

	Nearest int `key:"interacting"`

	now         flock.Tick
	die         vec.Die
	keep        float32
	fresh, rest float32 // ticks during which flockmates copy a new mood, and ticks until a boid may take another
}

// The rule's columns in Self.State. The kernels see only whether a flockmate's first column is 0.
const (
	moodFresh = iota // ticks for which flockmates may still copy the mood
	moodLevel        // from -1 (close together) to 1 (far apart)
	moodRest         // ticks until the boid may take another mood
)

// Columns returns three columns: the ticks for which flockmates may copy a boid's mood, the mood, and a
// timer.
func (r *Gather) Columns() []flock.Column {
	const most = 60 * 960
	return []flock.Column{
		{Name: "mood_fresh", High: most, Visible: true}, {Name: "mood", Low: -1, High: 1, Visible: true},
		{Name: "mood_rest", High: most},
	}
}

// Omits reports whether the rule has no moods, and so needs no columns.
func (r *Gather) Omits(int) bool { return r.Mood == 0 }

// Tick implements [flock.Rule].
func (r *Gather) Tick(now *flock.Tick) {
	r.now, r.die = *now, vec.Dice(now.Seed, forMoods)
	r.keep = r.MoodSeconds / (r.MoodSeconds + now.Seconds())
	r.fresh, r.rest = ticks(0.27, now), ticks(r.MoodRest, now)
}

// About implements [flock.Rule].
func (r *Gather) About() flock.About {
	return flock.About{Name: "gather", Source: "Hildenbrandt 2010", Social: true}
}

// IsActive implements [flock.Rule].
func (r *Gather) IsActive() bool { return r.Gain > 0 }

// Mates implements [flock.Rule].
func (r *Gather) Mates() int { return matesToSearch(r.Nearest) }

// Steer implements [flock.Rule].
func (r *Gather) Steer(me *flock.Self, mates []flock.Mate) vec.Vec {
	r.updateMood(me, mates)
	exposed, in := exposure(mates)
	to, weight := vec.Vec{}, float32(0)
	for m := range inView(mates, r.Nearest) {
		to = to.Add(m.Direction.Scale(m.Weight))
		weight += m.Weight
	}
	if weight == 0 {
		return vec.Vec{}
	}
	gain := float32(r.Gain*(r.Least+exposed)) / weight
	out := float32(r.Outward*(1-exposed)) * r.crowding(me, mates)
	in.Y = float32(in.Y * r.OutUp)
	return r.weigh(me, to.Scale(gain)).Sub(in.Scale(out)).Scale(accelToSteer)
}

func (r *Gather) crowding(me *flock.Self, mates []flock.Mate) float32 {
	if r.Spacing == 0 {
		return 1
	}
	sum, count := float32(0), min(len(mates), exposureMates)
	for k := range mates[:count] {
		sum += mates[k].Distance
	}
	spacing := float32(r.Spacing * (1 + float32(r.Mood*me.State[moodLevel])))
	ratio := vec.Min(r.Most, float32(float32(count)*spacing)/sum)
	return float32(float32(ratio*ratio) * ratio)
}

func (r *Gather) updateMood(me *flock.Self, mates []flock.Mate) {
	if r.Mood == 0 {
		return
	}
	s := me.State
	s[moodLevel] *= r.keep
	s[moodFresh], s[moodRest] = vec.Max(0, s[moodFresh]-1), vec.Max(0, s[moodRest]-1)
	switch {
	case s[moodRest] > 0:
	case me.Escape == 1:
		r.takeMood(me, vec.SymmetricVec(r.die.Roll(int32(me.ID), r.now.Age)).X)
	default:
		for m := range inView(mates, r.Nearest) {
			if m.Columns[moodFresh] > 0 {
				r.takeMood(me, m.Columns[moodLevel])
				return
			}
		}
	}
}

func (r *Gather) takeMood(me *flock.Self, mood float32) {
	me.State[moodFresh], me.State[moodLevel], me.State[moodRest] = r.fresh, mood, r.rest
}

func (r *Gather) weigh(me *flock.Self, v vec.Vec) vec.Vec {
	ahead := me.Heading
	level := vec.Vec{X: ahead.Z, Z: -ahead.X}.Unit()
	if level == (vec.Vec{}) {
		return v
	}
	up := ahead.Cross(level)
	return ahead.Scale(float32(v.Dot(ahead) * r.Ahead)).
		Add(level.Scale(float32(v.Dot(level) * r.Beside))).
		Add(up.Scale(float32(v.Dot(up) * r.Up)))
}

// MateKernels implements [flock.Rule].
func (r *Gather) MateKernels(k *lanes.Kernels) lanes.MateKernels {
	all := k.Gather
	all.FirstFew = exposureMates
	return all
}

// Terms implements [flock.Rule].
func (r *Gather) Terms(t *lanes.Terms) {
	t.Interacting, t.Exposing = float32(r.Nearest), vec.Max(1, vec.Min(t.Mates, exposureMates))
	t.GatherGain, t.GatherLeast, t.GatherOutward, t.GatherOutUp, t.GatherSpacing = r.Gain, r.Least, r.Outward, r.OutUp, r.Spacing
	t.GatherAhead, t.GatherBeside, t.GatherUp = r.Ahead, r.Beside, r.Up
	t.GatherMost, t.GatherMood, t.MoodKeep = r.Most, r.Mood, r.keep
}
