package sight

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"skein/flock/internal/lanes"
	"skein/flock/internal/torus"
	"skein/flock/internal/workerpool"
	"skein/flock/vec"
	"skein/flock/view"
)

// v3 is a vector of whole quanta. The tests add up such vectors to check the sums of a Sight.
type v3 [3]int64

func quanta(v vec.Vec) v3 {
	return v3{int64(v.X / vec.Quantum), int64(v.Y / vec.Quantum), int64(v.Z / vec.Quantum)}
}

func (a v3) minus(b v3) v3 { return v3{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }

func (a v3) plus(b v3) v3 { return v3{a[0] + b[0], a[1] + b[1], a[2] + b[2]} }

func (a v3) square() int64 { return a[0]*a[0] + a[1]*a[1] + a[2]*a[2] }

// side is the side of the worlds that wrap around, m.
const side = 24

// scene is a cloud of boids, and the settings that its boids share.
type scene struct {
	pos, vel []vec.Vec
	wraps    bool
	order    [][]int // by boid: the other boids, the nearest first and the lower id first at equal distances
}

func randomScene(r *rand.Rand, n int, wraps bool) scene {
	s := scene{wraps: wraps}
	one := func(size float32) float32 { return vec.Quantize(size * (r.Float32() - 0.5)) }
	for range n {
		s.pos = append(s.pos, vec.Vec{X: one(side), Y: side/2 + one(side), Z: one(side)})
		s.vel = append(s.vel, vec.Vec{X: one(4), Y: one(4), Z: 5 + one(4)})
	}
	if !wraps {
		s.pos[0] = vec.Vec{X: 300, Y: 40, Z: -200} // one boid sees nobody
	}
	s.pos[2] = s.pos[1] // two boids are in the same place
	s.sort()
	return s
}

// sight returns a Sight that one worker has indexed, with its memory.
func (s *scene) sight(t *testing.T, v view.View, kind Kind) (*Sight, *Memory) {
	t.Helper()
	all := new(Sight)
	all.Start(workerpool.New(1, nil))
	all.Pool.Workers = 1
	set := Settings{View: v, Salience: 1, Wraps: s.wraps}
	if s.wraps {
		set.Torus = torus.New(side)
	}
	all.Use(NewSettings(set))
	n := len(s.pos)
	all.Boids.Pos.Resize(n)
	all.Boids.Vel.Resize(n)
	all.Boids.ID = make([]int32, n)
	for k := range n {
		all.Boids.Pos.Set(k, s.pos[k])
		all.Boids.Vel.Set(k, s.vel[k])
		all.Boids.ID[k] = int32(k)
	}
	all.Resize(n, kind, Needs{})
	all.Prepare()
	if kind == Grid {
		all.FitGrid(v.Vision, Needs{}, 0)
		all.SortSoon()
		all.TrackCells(0)
		all.BeginSort(Needs{}, 0, 30, 1./30)
		_, from := all.Sort(0, Needs{})
		was := all.Boids
		all.Boids.Pos, all.Boids.Vel, all.Boids.ID = lanes.Vec{}, lanes.Vec{}, make([]int32, n)
		all.Boids.Pos.Resize(n)
		all.Boids.Vel.Resize(n)
		for slot, old := range from {
			all.Boids.Pos.Set(slot, was.Pos.At(int(old)))
			all.Boids.Vel.Set(slot, was.Vel.At(int(old)))
			all.Boids.ID[slot] = was.ID[old]
		}
	}
	all.Pack(0, newBlock())
	all.Gather(0)
	return all, all.Memory(0)
}

func newBlock() *lanes.Block {
	b := &lanes.Block{}
	b.Seen = lanes.MakeSeen()
	return b
}

// offset returns the vector in quanta between two boids, in a wrapping world to the nearest image.
func (s *scene) offset(i, j int) v3 {
	d := quanta(s.pos[j]).minus(quanta(s.pos[i]))
	if s.wraps {
		const whole = int64(side / vec.Quantum)
		for k := range d {
			for ; 2*d[k] > whole; d[k] -= whole {
			}
			for ; 2*d[k] < -whole; d[k] += whole {
			}
		}
	}
	return d
}

func (s *scene) sort() {
	for i := range s.pos {
		ids, squares := []int{}, make([]int64, len(s.pos))
		for j := range s.pos {
			if squares[j] = s.offset(i, j).square(); j != i {
				ids = append(ids, j)
			}
		}
		slices.SortFunc(ids, func(a, b int) int { return cmp.Or(cmp.Compare(squares[a], squares[b]), cmp.Compare(a, b)) })
		s.order = append(s.order, ids)
	}
}

func (s *scene) byDistance(i int) []int { return s.order[i] }

func (s *scene) within(i int, reach float32) (ids []int) {
	limit := int64(reach / vec.Quantum)
	for _, j := range s.byDistance(i) {
		if s.offset(i, j).square() >= limit*limit {
			break
		}
		ids = append(ids, j)
	}
	return ids
}

// eachSight calls test with every way to find neighbours, in worlds that wrap around and worlds that do not.
func eachSight(t *testing.T, v view.View, test func(t *testing.T, s *scene, all *Sight, m *Memory)) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, wraps := range []bool{false, true} {
		s := randomScene(r, 300, wraps)
		for name, kind := range map[string]Kind{"matrix": Matrix, "grid": Grid, "brute": Brute} {
			t.Run(fmt.Sprintf("%s, wraps %v", name, wraps), func(t *testing.T) {
				all, m := s.sight(t, v, kind)
				test(t, &s, all, m)
			})
		}
	}
}

func within(vision float32) view.View { return view.View{Vision: vision, FieldOfView: 360} }

func TestFind(t *testing.T) {
	eachSight(t, within(4), func(t *testing.T, s *scene, all *Sight, m *Memory) {
		for slot, id := range all.Boids.ID {
			for _, reach := range []float32{0.5, 4, 9} {
				var got []int
				for _, j := range all.Find(m, slot, reach*reach).Slots() {
					if int(j) != slot {
						got = append(got, int(all.Boids.ID[j]))
					}
				}
				want := s.within(int(id), reach)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("within %v m of boid %d are %v, want %v", reach, id, got, want)
				}
			}
		}
	})
}

func TestNearest(t *testing.T) {
	eachSight(t, within(4), func(t *testing.T, s *scene, all *Sight, m *Memory) {
		for slot, id := range all.Boids.ID {
			for _, count := range []int{1, 7, 1000} {
				var got []int
				for _, one := range all.Nearest(m, slot, count, 0, 2) {
					got = append(got, int(one.ID))
				}
				want := s.byDistance(int(id))
				if want = want[:min(count, len(want))]; !slices.Equal(got, want) {
					t.Fatalf("the %d nearest to boid %d are %v, want %v", count, id, got, want)
				}
			}
			first, seventh := all.Gaps(m, slot)
			want := s.byDistance(int(id))
			length := func(j int) float32 {
				d := s.offset(int(id), j)
				return vec.Vec{X: float32(d[0]), Y: float32(d[1]), Z: float32(d[2])}.Scale(vec.Quantum).Length()
			}
			if first != length(want[0]) || seventh != length(want[6]) {
				t.Fatalf("the gaps of boid %d are %v and %v, want %v and %v", id, first, seventh, length(want[0]), length(want[6]))
			}
		}
	})
}

// The sums over each neighbourhood are those over the boids that belong to it.
func TestPerceive(t *testing.T) {
	for hood, neighbours := range map[view.Neighbourhood]func(s *scene, i int) []int{
		view.Sphere:   func(s *scene, i int) []int { return s.within(i, 4) },
		view.NearestN: func(s *scene, i int) []int { return s.byDistance(i)[:7] },
		view.RadiusAndNearest: func(s *scene, i int) []int {
			return s.byDistance(i)[:max(7, len(s.within(i, 4)))]
		},
		view.NearestInSight: func(s *scene, i int) []int {
			seen := s.within(i, 4)
			return seen[:min(7, len(seen))]
		},
		view.RadiusPlusNearest: func(s *scene, i int) []int { return s.byDistance(i)[:len(s.within(i, 4))+7] },
		view.Everyone:          func(s *scene, i int) []int { return s.byDistance(i) },
	} {
		v := within(4)
		v.Neighbourhood, v.Nearest = hood, 7
		eachSight(t, v, func(t *testing.T, s *scene, all *Sight, m *Memory) {
			for first := 0; first < all.N; first += lanes.Size {
				b := newBlock()
				b.N = min(lanes.Size, all.N-first)
				b.Pos, b.Vel = all.Boids.Pos.Slice(first, first+b.N), all.Boids.Vel.Slice(first, first+b.N)
				b.Age = slices.Repeat([]int32{-1}, lanes.Size)
				all.Pack(0, b)
				all.Gather(0)
				all.Perceive(b, m, first)
				for i := range b.N {
					id := int(all.Boids.ID[first+i])
					var centre, course v3
					want := neighbours(s, id)
					for _, j := range want {
						centre = centre.plus(s.offset(id, j))
						course = course.plus(quanta(s.vel[j]).minus(quanta(s.vel[id])))
					}
					rounded := func(a v3) vec.Vec { return vec.Vec{X: float32(a[0]), Y: float32(a[1]), Z: float32(a[2])} }
					if int(b.Weight[i]) != len(want) || b.Centre.At(i) != rounded(centre) || b.Course.At(i) != rounded(course) {
						t.Fatalf("neighbourhood %d: boid %d perceives %v, %v and %v, want %v, %v and %v",
							hood, id, b.Weight[i], b.Centre.At(i), b.Course.At(i), len(want), centre, course)
					}
				}
			}
		})
	}
}

func TestSumSpheres(t *testing.T) {
	eachSight(t, within(4), func(t *testing.T, s *scene, all *Sight, m *Memory) {
		var e Spheres
		radii := []float32{1, 3.5}
		for _, r := range radii {
			e.Add(float64(r) * float64(r))
		}
		e.Within, e.SumLimit = 3.5, all.Settings().SumLimit
		for slot, id := range all.Boids.ID {
			sums := all.SumSpheres(m, all.Find(m, slot, 16), &e, slot)
			for k, r := range radii {
				var pos v3
				want := s.within(int(id), r)
				for _, j := range want {
					pos = pos.plus(s.offset(int(id), j))
				}
				if n, got, _ := sums[k].Terms(); n != len(want)+1 || got != [3]float64{float64(pos[0]) * vec.Quantum, float64(pos[1]) * vec.Quantum, float64(pos[2]) * vec.Quantum} {
					t.Fatalf("within %v m of boid %d are %d boids with the sum %v, want %d and %v quanta", r, id, n, got, len(want)+1, pos)
				}
			}
		}
	})
}

// The mean velocity of no boids is zero, not 0/0.
func TestMeanVelocityOfNoBoids(t *testing.T) {
	if course := new(Sight).meanVelocity(); course != (vec.Vec{}) {
		t.Errorf("the mean velocity of no boids is %v, want 0", course)
	}
}

// A lone leader is heeded within the salience range, and each boid reports it once.
func TestPulled(t *testing.T) {
	v := within(4)
	v.SalienceRange = 6
	eachSight(t, v, func(t *testing.T, s *scene, all *Sight, m *Memory) {
		leader := slices.Index(all.Boids.ID, 7)
		all.Leaders, all.Deciding = []int32{int32(leader)}, true
		var got []int
		all.Pulled = func(_, slot int, by *Heeding) {
			got = append(got, int(all.Boids.ID[slot]))
			if len(by.Leaders) != 1 || int(by.Leaders[0].Slot) != leader {
				t.Fatalf("boid %d heeds %v", all.Boids.ID[slot], by.Leaders)
			}
		}
		for first := 0; first < all.N; first += lanes.Size {
			b := newBlock()
			b.N = min(lanes.Size, all.N-first)
			b.Pos, b.Vel = all.Boids.Pos.Slice(first, first+b.N), all.Boids.Vel.Slice(first, first+b.N)
			b.Age = slices.Repeat([]int32{-1}, lanes.Size)
			all.Pack(0, b)
			all.Gather(0)
			all.Perceive(b, m, first)
		}
		want := s.within(7, 6)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%v heed the leader, want %v", got, want)
		}
	})
}
