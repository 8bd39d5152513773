package flock

import (
	"skein/flock/cloud"
	"skein/flock/internal/columns"
	"skein/flock/internal/encounter"
	"skein/flock/internal/gauss"
	"skein/flock/internal/lanes"
	"skein/flock/internal/ledger"
	"skein/flock/internal/near"
	"skein/flock/internal/sight"
	"skein/flock/internal/stages"
	"skein/flock/internal/workerpool"
	"skein/flock/vec"
)

type flock struct {
	gathering

	world    *World
	number   int
	species  string
	regarded [Feared + 1][]*flock // by how this flock reacts to them
	seed     uint64
	tickRate int
	start    cloud.Start
	scratch  []scratch // by worker
	chunks   workerpool.ChunkQueue

	columns          columns.Table
	digest           columns.Digest
	placedSinceTick  bool
	placedBeforeTick bool // whether boids were placed between the last two ticks, so that some have the flag Jumped
	ledger           ledger.Ledger
	snapshotMemory   Snapshot

	// State of the tick in progress.
	next, nextVel lanes.Vec
	peers         []near.Peer // what flockmates perceive, by slot, if usesPeers
	peerShows     []peerShow
	weights       []float32
	// estimated squared distance to the farthest mate, by slot, m²; 0 means unknown
	reaches []float32
	began   []beginning
	ended   []int32
	copies  []ledger.Copy

	kernels         lanes.Kernels
	gauss           gauss.Table
	hopelessDraw    uint64
	allRules        []Rule
	params          Params
	ticks           []ticker
	beforeTicks     []activeBeforeTicker
	begins          []func(id int)
	fast            []termSetter
	rules, social   []steer
	mates           *mateRules // entry shared by the social rules that perceive the nearest flockmates, or nil
	onlyMatesPull   bool       // whether mates holds all social rules
	movers          []activeMover
	obstacles       encounter.Obstacles
	renumberedRules []renumberedRule
	blockRules      []blockRule
	hunters         []activeHunter
	chasers         []chaser
	sitters         []activeSitter
	varied          []*variedParam
	draws           map[string][]float32 // random numbers of the varied parameters, by key and id
	variedRules     []*variedRule
	ownVision       *variedParam
	ownTopSpeed     *variedParam
	ownCruise       *variedParam
	usesSeen        bool
	usesMates       bool
	stages          stages.Stages

	batches [][]columns.Field

	spareWhole   []int32
	spareReaches []float32
	spareFlags   []uint32

	reports  []Event
	unity    ledger.Unity
	clusters ledger.Clusters
}

func newFlock(w *World, index int, def Flock, chance gauss.Table) *flock {
	own := def.Params.Model().freshRules()
	f := &flock{
		world: w, number: index, species: def.Name(), scratch: make([]scratch, len(w.pool.Tasks)), seed: w.def.Seed, tickRate: w.def.TickRate, start: def.Start,
		allRules: own, columns: columnsOf(own), kernels: lanes.Fast(), gauss: chance,
	}
	if index > 0 {
		f.seed = vec.Mix(vec.MixWord(f.seed, uint64(index)))
	}
	f.Boids.Own = make([][]float32, f.columns.OwnArrays())
	f.stages = stages.New(&f.kernels, def.Params.Model().Plane())
	f.Start(w.pool)
	f.Pulled = f.recordPulls
	for k := range f.scratch {
		f.scratch[k].worker, f.scratch[k].Memory = k, f.Memory(k)
		f.scratch[k].block.Seen = lanes.MakeSeen()
		f.scratch[k].block.Own = make([][]float32, f.columns.OwnArrays())
		f.scratch[k].one = f.columns.NewBlock(lanes.Size)
	}
	f.useParams(def.Params)
	return f
}

func (f *flock) bind() {
	f.batches = f.sortBatches()
	for k := range f.scratch {
		s := &f.scratch[k]
		s.windows = f.columns.Windows(&s.block.Boids, &f.Boids)
	}
}

func (f *flock) prepareTick() {
	f.chunks.Store(0)
	if f.Kind == sight.Grid {
		f.trackCells()
	}
	f.resizeShown()
	f.resizePeers()
	f.resizeCourses()
	f.present, f.Deciding = present{Tick: f.presentTick()}, f.isDeciding()
	for _, r := range f.ticks {
		r.Tick(&f.present.Tick)
	}
	for _, r := range f.variedRules {
		r.refresh()
	}
	f.collectTerms()
}

func (f *flock) collectTerms() {
	f.present.terms = f.set.terms(f.Deciding)
	f.present.terms.Mates = float32(f.N - 1)
	for _, r := range f.fast {
		r.Terms(&f.present.terms)
	}
}

func (f *flock) presentTick() Tick {
	now := Tick{Seed: f.seed, Age: f.world.age, TickRate: f.tickRate, Plane: f.set.plane, Pace: f.set.perSecond, Gain: f.set.gain, Step: f.set.step, air: f.world.air}
	if f.set.wraps {
		now.WrapSide = float32(f.set.torus.Side)
	}
	return now
}

func (f *flock) flagJumped() {
	f.placedBeforeTick, f.placedSinceTick = f.placedSinceTick, false
	if !f.placedBeforeTick {
		return
	}
	for slot, bits := range f.Boids.Wing {
		if bits&lanes.Placed != 0 {
			f.Boids.Wing[slot] = bits&^lanes.Placed | lanes.Jumped
		}
	}
}

func (f *flock) work(worker int) {
	s := &f.scratch[worker]
	f.measureGaps(s, worker)
	for {
		from, to := f.chunks.Take(worker, f.N)
		if from == to {
			return
		}
		f.advance(s, from, to)
	}
}

func (f *flock) useParams(p Params) {
	f.params = p
	for _, r := range f.allRules {
		p.model.list.Load(r, &p.Values)
	}
	all, _ := protection(f.allRules) // Validate has ruled out an error
	f.set = newSettings(&p, f.seed, f.tickRate)
	see := f.set.sight(all)
	f.vary()
	f.set.edge2 = maxDistance2
	leads := f.set.Leadership.IsActive()
	if leads && !perceiveNeighbours(f.allRules) {
		f.set.little = true
		see.LimitToSphere()
	}
	if v := f.ownVision; v != nil {
		see.Widen(v.lowest, v.highest)
	}
	f.Use(see)
	if leads {
		if f.gauss.Sigma != f.set.DrawSigma {
			f.gauss = p.Model().drawTable(f.set.DrawSigma)
		}
		f.set.edge2 = f.set.leastEdge2(f.gauss.Quantiles[0], see.LeastVision)
		f.hopelessDraw = f.set.hopelessDraw(&f.gauss)
	}
	f.listRules()
}

func (f *flock) sits(slot int) bool {
	for _, one := range f.sitters {
		s := &f.scratch[0]
		if s.state = f.readState(s.state, slot, one.state); one.rule.Sits(s.state) {
			return true
		}
	}
	return false
}

func (f *flock) flags(slot int) (all Flags) {
	if f.Boids.Age[slot] >= 0 {
		all |= Leading
	}
	if f.Boids.Wing[slot]&lanes.Held != 0 {
		all |= Gliding
	}
	if f.Boids.Wing[slot]&lanes.Perched != 0 || f.sits(slot) {
		all |= Perched
	}
	if f.Boids.Wing[slot]&lanes.Landing != 0 {
		all |= Landing
	}
	if f.Boids.Wing[slot]&(lanes.Jumped|lanes.Placed) != 0 {
		all |= Jumped
	}
	return all
}

const (
	forDecision vec.Purpose = 3
	forSpread   vec.Purpose = 15
)
