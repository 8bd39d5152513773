package picture

import (
	"cmp"
	"sync/atomic"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/parallel"
	"skein/flock"
	"skein/flock/explanation"
	"skein/flock/look"
	"skein/models"
)

// A large flock is composed once per tick or recorded frame, not once per picture. See [frame.Swarm].

// ShowsSwarm reports whether a flock can be shown as a swarm. It can, unless a setting needs every boid's
// state at the time of the picture. selected says whether a boid is selected.
func ShowsSwarm(show *look.Show, selected bool) bool {
	return !(show.Vision && selected && show.Style == look.Spheres) && !show.Links && !show.Bones &&
		show.TraceColour != look.TracesBySpeed
}

type swarmTicks struct {
	swarm   frame.Swarm
	ticks   [2]frame.Tick
	keys    [2]tickKey
	last    uint64
	packing tickPacking
}

type tickKey struct {
	tick int64
	hash uint64
	len  int
	look tickLook
}

type tickLook struct {
	show     look.Show
	land     look.Land
	spans    [flock.MaxFlocks]float32
	cruises  [flock.MaxFlocks]float32
	hasPoses bool
	ends     [2]float32          // as in Scene.Ends
	shares   *explanation.Shares // only if the colours show shares of a rule
	err      error
}

func (s *Scene) lookOfTicks() (l tickLook) {
	l.show, l.land, l.hasPoses = s.Show, s.Light.Land, s.Poses != nil
	for k := range s.Snapshot.FlockCount() {
		l.spans[k], l.cruises[k] = s.Params[k].Float("wingspan")*cmp.Or(s.Show.Size, 1), s.Params[k].Float("cruise_speed")
	}
	if s.Show.Colour != look.ColourByNothing {
		l.ends = s.Ends
	}
	if s.Show.Colour == look.ColourByRule {
		l.shares, l.err = s.Shares, s.SharesErr
	}
	return l
}

func (c *Composer) addSwarm(f *frame.Frame, s *Scene) (leaders int) {
	t, as := &c.ticks, s.lookOfTicks()
	before, current := tickKey{s.Earlier.Tick, s.Earlier.Hash, s.Earlier.Len(), as}, tickKey{s.Snapshot.Tick, s.Snapshot.Hash, s.Snapshot.Len(), as}
	c.grow(max(current.len, before.len))
	first := 0
	if t.keys[1] == before || t.keys[0] == current && before != current {
		first = 1
	}
	second := 1 - first
	if before == current {
		second = first
	}
	var earlier, later []poseWeights
	if s.Poses != nil {
		earlier, later = s.Poses.prev, s.Poses.cur
	}
	if t.keys[first] != before {
		asBefore := *s
		asBefore.Snapshot = s.Earlier
		t.pack(first, before, &asBefore, c.overlay.tintsOf(&asBefore), earlier)
	}
	if t.keys[second] != current {
		t.pack(second, current, s, c.overlay.tintsOf(s), later)
	}
	a, b := &t.ticks[first], &t.ticks[second]
	t.swarm = frame.Swarm{
		Before: a, Now: b, Share: s.Share, Serials: [2]uint64{a.Serial, b.Serial},
		Seconds: float32(s.Snapshot.Seconds() - s.Earlier.Seconds()),
	}
	f.Swarm = &t.swarm
	return t.swarm.Leaders()
}

// pack stores the birds of the snapshot of s. tints are their colours, or nil.
func (t *swarmTicks) pack(k int, key tickKey, s *Scene, tints []mgl32.Vec4, weights []poseWeights) {
	tick, snapshot := &t.ticks[k], s.Snapshot
	t.last++
	t.keys[k], tick.Serial = key, t.last
	tick.Birds = grown(tick.Birds, snapshot.Len())
	tick.Ends = tick.Ends[:0]
	leaders := int32(0)
	for flockIndex := range snapshot.FlockCount() {
		first, end := snapshot.Range(flockIndex)
		tick.Ends = append(tick.Ends, end)
		t.packing = tickPacking{
			birds: tick.Birds, snapshot: snapshot, first: first, span: key.look.spans[flockIndex], cruise: key.look.cruises[flockIndex],
			variety: s.variety(), variants: s.memory.variants, weights: weights, posed: key.look.hasPoses, plain: s.Show.Plain,
			leader: s.inks().Leader, tint: s.kindTint(flockIndex), tints: tints, leaders: &leaders,
		}
		parallel.Ranges(end-first, &t.packing, (*tickPacking).pack)
	}
	tick.Leaders = int(leaders)
}

func grown(list []frame.TickBird, n int) []frame.TickBird {
	if cap(list) < n {
		return make([]frame.TickBird, n)
	}
	return list[:n]
}

func (s *Scene) kindTint(flockIndex int) mgl32.Vec4 {
	bird := []frame.Bird{{Kind: flockIndex, Flock: flockIndex}}
	if s.Show.Style == look.Spheres {
		tintSpecies(bird, s.Light.Land == look.Paper)
	}
	return bird[0].Tint
}

type tickPacking struct {
	birds        []frame.TickBird
	snapshot     *flock.Snapshot
	first        int
	span, cruise float32 // wingspan, m; speed, m/s
	variety      float32
	variants     []variant
	weights      []poseWeights
	posed        bool
	plain        bool
	leader, tint mgl32.Vec4
	tints        []mgl32.Vec4 // colours of all birds, which replace other tints; nil if none
	leaders      *int32
}

func (p *tickPacking) pack(from, to int) {
	state, air := p.snapshot, p.snapshot.ThroughAir()
	for i := p.first + from; i < p.first+to; i++ {
		flags := state.Flags[i]
		s := frame.TickState{
			Pos: state.Pos[i], Vel: state.Vel[i], Up: state.Up[i], Phase: state.Phase[i], Tint: p.tint,
			Alone: flags&flock.Jumped != 0, Perched: flags&flock.Perched != 0,
		}
		if speed := air[i].Len(); speed > 0 && flags&flock.Landing == 0 {
			s.Ahead = air[i].Mul(1 / speed)
		} else {
			q := state.Attitude(i)
			s.Ahead, s.Up = q.Rotate(mgl32.Vec3{0, 0, 1}), q.Rotate(mgl32.Vec3{0, 1, 0})
		}
		v := p.variants[i].forBird(state.ID(i))
		s.Span = p.span * v.sizeFactor(p.variety)
		if s.Tint[3] == 0 && p.variety > 0 {
			s.Tint = v.shadeTint(p.variety)
		}
		if i < len(p.weights) {
			s.Held[models.Rest], s.Held[models.Flare] = p.weights[i].rest, p.weights[i].flare
		}
		if p.posed {
			s.Held[models.Stoop] = stoopAmount(state.Vel[i], p.cruise)
		}
		if flags&flock.Leading != 0 && !p.plain {
			s.Tint = p.leader
			atomic.AddInt32(p.leaders, 1)
		}
		if i < len(p.tints) && p.tints[i][3] > 0 {
			s.Tint = p.tints[i]
		}
		p.birds[i].Set(&s)
	}
}
