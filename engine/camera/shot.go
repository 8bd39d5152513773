package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/engine/reel"
	"skein/flock"
	"skein/flock/look"
)

// ShotKind is a kind of shot that the director can choose.
type ShotKind int

// Kinds of shots.
const (
	PullBackShot ShotKind = iota // begins inside the flock and ends like WideShot
	WideShot                     // the whole flock
	BesideShot                   // flies along beside the flock
	InsideShot                   // flies along with a boid where the flock is dense
	BelowShot                    // seen from the ground, close to the flock
	FarShot                      // seen from the ground, far from the flock, with much sky
	EyeShot                      // through the eyes of a bird at the rear
	LeaderShot                   // behind a leader
)

func (k ShotKind) scale() int {
	switch k {
	case InsideShot, EyeShot, LeaderShot:
		return 0
	case BesideShot, BelowShot:
		return 1
	}
	return 2
}

// glides reports whether the camera may glide between this kind of shot and another for which glides is true.
// Otherwise it cuts.
func (k ShotKind) glides() bool { return k == PullBackShot || k == WideShot || k == BesideShot }

// Stance returns the kind of place where the camera of a shot is.
func (k ShotKind) Stance() look.Stance {
	switch k {
	case EyeShot:
		return look.StanceInside
	case LeaderShot, InsideShot:
		return look.StanceBehind
	}
	return look.StanceAround
}

// IsTied reports whether the camera of a shot is tied to a boid.
func (k ShotKind) IsTied() bool { return k.Stance() >= look.StanceBehind }

// Shot describes the camera from one time until the next shot.
type Shot struct {
	Kind  ShotKind
	From  float64 // simulated time of the start, s
	Until float64 // planned end, s; an event may end the shot earlier
	Boid  int     // boid that the camera is tied to; -1 if none, or not chosen yet
	Turn  float32 // angle around the flock from the scene's camera, counter-clockwise seen from above, radians
	Glide bool    // the camera glides to this shot from the previous one, for glideTime

	Placed bool // Place was called
	radius float32
	// spot is the camera's place: relative to the flock's middle in BesideShot and to the boid in InsideShot,
	// in the world in BelowShot and FarShot.
	spot mgl32.Vec3
}

// Place chooses the camera's place for the shot, and the boid of an EyeShot. s is the flock at the start of
// the shot.
func (shot *Shot) Place(r *Rig, c Group, s Subject) {
	middle, drift := s.middle(), s.drift()
	shot.Placed, shot.radius = true, flockRadius(s.Boids, middle)
	out := mgl32.QuatRotate(r.Azimuth+shot.Turn, mgl32.Vec3{0, 1, 0}).Rotate(mgl32.Vec3{0, 0, 1})
	ahead := drift.Mul(float32(shot.Until-shot.From) / 2)
	switch shot.Kind {
	case BesideShot:
		shot.spot = out.Mul(0.9 * shot.radius / num.Tan(besideFOV/2)).Sub(mgl32.Vec3{0, 0.6 * shot.radius, 0}) // below the flock, with the sky behind the birds
	case InsideShot:
		shot.spot = out.Mul(6 * s.Span)
		if shot.Boid < 0 {
			shot.Boid = c.mostCrowded(0.3 * shot.radius)
		}
	case BelowShot:
		shot.spot = middle.Add(ahead).Add(out.Mul(0.8*middle[1] + 0.5*shot.radius))
		shot.spot[1] = standingHeight
	case FarShot:
		shot.spot = middle.Add(ahead).Add(out.Mul(2.2 * shot.radius / num.Tan(farFOV/2)))
		shot.spot[1] = standingHeight
	case EyeShot:
		if shot.Boid < 0 {
			shot.Boid = c.nearestTo(middle.Sub(unit(drift).Mul(0.7 * shot.radius)))
		}
	}
}

// PlaceInReel places the shot according to the flock at its start. fps is the number of frames per second,
// and params returns the parameters of a flock at a frame.
func (shot *Shot) PlaceInReel(r *Rig, read *reel.Reader, fps float64, params func(frame, flockIndex int) (flock.Params, error), motion *RecordedMotion) error {
	first, err := read.Frame(0)
	if err != nil {
		return err
	}
	moment := min(max((shot.From-first.Seconds())*fps, 0), float64(read.Reel.Frames()-1))
	boids, snapshot, err := read.Boids(nil, moment)
	if err != nil {
		return err
	}
	var all []flock.Params
	for k := range snapshot.FlockCount() {
		p, err := params(int(moment), k)
		if err != nil {
			return err
		}
		all = append(all, p)
	}
	c := GroupOf(boids, snapshot, shot.Boid, all, shot.Kind.IsTied())
	motion.Seek(moment, c.Flock)
	shot.Place(r, c, NewSubject(c, shot.Boid, motion))
	return motion.Err
}

const (
	besideFOV = 0.6
	insideFOV = 1.15
	belowFOV  = 1.0
	farFOV    = 0.65
)

// Cue is the director's instruction to a rig for one picture.
type Cue struct {
	Shot, Before *Shot   // the current shot, already placed, and the one before; nil if none
	Now          float64 // simulated time, s
}

func (r *Rig) direct(_ float32, _ Drive, s Subject) frame.View {
	shot, before := r.Cue.Shot, r.Cue.Before
	if shot == nil {
		return r.auto(0, Drive{}, s)
	}
	v := r.shotView(shot, s)
	t := float32(r.Cue.Now-shot.From) / glideTime
	if !shot.Glide || before == nil || !before.Placed || t >= 1 {
		return v
	}
	from, t := r.shotView(before, s), num.Smooth(0, 1, t)
	v.Eye = num.Mix(from.Eye, v.Eye, t)
	v.Rotation = num.Slerp(from.Rotation, v.Rotation, t)
	v.FovY = from.FovY + (v.FovY-from.FovY)*t
	return v
}

func (r *Rig) shotView(shot *Shot, s Subject) (v frame.View) {
	age := float32(r.Cue.Now - shot.From)
	progress := mgl32.Clamp(age/float32(shot.Until-shot.From), 0, 1)
	middle := s.middle()
	lead := s.drift().Mul(0.8) // leaves more space ahead of the flock
	switch {
	case shot.Kind.IsTied() && s.Boid == nil:
		v = r.auto(0, Drive{}, s)
	case shot.Kind == EyeShot:
		v = EyeView(s, true)
		v.FovY = r.fov(look.Eye)
	case shot.Kind == LeaderShot:
		behind := *r
		behind.Trail, behind.Sway, behind.Rise = 7, 0.5-0.6*progress, -0.1
		v = behind.follow(0, Drive{}, s)
	case shot.Kind == BesideShot:
		v = aimedView(middle.Add(shot.spot.Mul(1.1-0.2*progress)), middle.Add(lead), besideFOV)
	case shot.Kind == InsideShot:
		turn := mgl32.QuatRotate(0.5*(progress-0.5), mgl32.Vec3{0, 1, 0})
		eye := s.Boid.Pos.Add(shot.spot)
		v = aimedView(eye, eye.Sub(turn.Rotate(shot.spot)), insideFOV)
	case shot.Kind == BelowShot:
		v = aimedView(shot.spot, middle.Add(lead), belowFOV)
	case shot.Kind == FarShot:
		down := shot.spot.Sub(middle).Len() * num.Tan(farFOV/2) / 3 // puts the flock one third of the picture's height below the top edge
		v = aimedView(shot.spot, middle.Add(lead).Sub(mgl32.Vec3{0, down, 0}), farFOV)
	default:
		v = r.auto(0, Drive{}, s)
		if shot.Kind == PullBackShot {
			v.Eye = pullBack(v.Eye, middle, shot.radius, age)
		}
	}
	if v.FovY == 0 {
		v.FovY = r.FovY
	}
	return v
}

// pullBackStart is the largest distance from the flock's middle at which a pull back begins, in m.
const pullBackStart = 30

// pullBack returns the camera's position after age seconds of pulling back from inside a flock to eye. The
// distance grows exponentially, but slowly at both ends.
func pullBack(eye, middle mgl32.Vec3, radius, age float32) mgl32.Vec3 {
	out := eye.Sub(middle)
	nearest := min(pullBackStart, 0.6*radius) / max(out.Len(), 1)
	if nearest >= 1 {
		return eye
	}
	return middle.Add(out.Mul(num.Pow(max(nearest, 1e-3), 1-num.Smooth(0, pullBackTime, age))))
}

func aimedView(eye, target mgl32.Vec3, fov float32) frame.View {
	eye[1] = max(eye[1], minEyeHeight)
	return frame.View{Eye: eye, Rotation: frame.LookAt(eye, target, mgl32.Vec3{0, 1, 0}), FovY: fov, Near: Near, Far: Far, Hide: -1}
}

// flockRadius returns the radius around middle that contains nine of ten boids, at least 1 m.
func flockRadius(boids []flock.Boid, middle mgl32.Vec3) float32 {
	if len(boids) == 0 {
		return 1
	}
	return max(1, quantile(len(boids), 0.9, func(i int) float32 { return boids[i].Pos.Sub(middle).Len() }))
}

func (c *Group) nearestTo(p mgl32.Vec3) (id int) {
	id, least := -1, float32(0)
	for i := range c.Boids {
		if d := c.Boids[i].Pos.Sub(p).Len(); id < 0 || d < least {
			id, least = c.id(i), d
		}
	}
	return id
}

// mostCrowded returns the id of a boid of the followed flock that has many others within a distance in m. It
// returns -1 if the flock is empty. In large flocks it tries only a sample of the boids.
func (c *Group) mostCrowded(distance float32) (id int) {
	const candidates, neighbours = 100, 1000
	id, most := -1, -1
	n := len(c.Boids)
	for i := 0; i < n; i += max(1, n/candidates) {
		count := 0
		for k := 0; k < n; k += max(1, n/neighbours) {
			if c.Boids[k].Pos.Sub(c.Boids[i].Pos).Len() < distance {
				count++
			}
		}
		if count > most {
			id, most = c.id(i), count
		}
	}
	return id
}

// unit returns v scaled to length 1. For the zero vector it returns zero.
func unit(v mgl32.Vec3) mgl32.Vec3 {
	if l := v.Len(); l > 0 {
		return v.Mul(1 / l)
	}
	return v
}
