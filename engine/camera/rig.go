package camera

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/frame"
	"skein/engine/internal/num"
	"skein/flock/look"
)

// Drive is the input that moves the camera during one frame.
type Drive struct {
	Move mgl32.Vec3 // right, up, forward; each in [-1,1]
	Fast bool
	Turn mgl32.Vec2 // angles to the right and up by which to look around or orbit, radians
	Zoom float32    // steps of the mouse wheel; positive is closer
}

// Rig places the camera according to its mode, its boid and the input. Changes of mode or boid take some
// time; all other changes take effect at once. Angles are in radians. Yaw and azimuth are 0 along -Z and
// increase to the left, seen from above. Pitch and elevation increase upwards.
type Rig struct {
	Mode   look.Mode
	FovY   float32
	Aspect float32 // width / height of the image; 0 means 16:9

	Pos        mgl32.Vec3 // position in mode Fly
	Yaw, Pitch float32
	Speed      float32 // m/s

	Azimuth, Elevation float32     // direction of the camera from the centre of the orbit
	Distance           float32     // m
	Anchor             *mgl32.Vec3 // centre of the orbit; nil means the middle of the flock
	Sway, Rise         float32     // angles of the camera beside and above the boid's tail, in mode Follow
	Trail              float32     // distance behind the boid, in wingspans, in mode Follow

	Cue Cue // the shot of mode Director; set before each Update

	look.CameraOptions

	aim       subjectKey
	view      frame.View
	blendFrom frame.View
	blendLeft float32 // s
	blendTime float32 // s

	waiting bool // the camera does not move, because its boid is absent
}

type subjectKey struct {
	mode look.Mode // -1 if none yet
	boid int       // -1 if none
}

func (k subjectKey) stance() look.Stance {
	if k.mode < 0 {
		return -1
	}
	return k.mode.Stance()
}

// switchTime is the duration of a change of mode or boid, in s.
const switchTime = 0.6

const glideTime = 1.5

// NewRig returns a camera in mode Orbit.
func NewRig() Rig {
	return Rig{
		Mode: look.Orbit, FovY: mgl32.DegToRad(47), CameraOptions: look.Default().Camera.CameraOptions, Speed: 12,
		Elevation: -0.1, Distance: 45, Rise: 0.2, Trail: 4.5, aim: subjectKey{boid: -1, mode: -1},
		view: frame.View{Rotation: mgl32.QuatIdent()},
	}
}

// SetMode changes the mode without a jump: Fly starts at the current view, and other modes blend from it.
// Without a boid, Update treats modes that need one as Orbit.
func (r *Rig) SetMode(m look.Mode) {
	if m == r.Mode {
		return
	}
	if m.Stance() == look.StanceFree {
		r.flyFromView()
	}
	r.Mode = m
}

func (r *Rig) flyFromView() {
	r.blendLeft = 0
	r.Pos = r.view.Eye
	ahead := r.view.Forward()
	r.Yaw = num.Atan2(-ahead[0], -ahead[2])
	r.Pitch = num.Asin(ahead[1])
}

// Update moves the camera for dt seconds and returns its view. A camera tied to an absent boid does not move.
func (r *Rig) Update(dt float32, d Drive, s Subject) frame.View {
	mode := r.Mode
	if r.updateWaiting(s) {
		return r.view
	}
	if s.Boid == nil && mode.IsTied() {
		mode = look.Orbit
	}
	r.retarget(mode, s)
	v := modes()[mode].view(r, dt, d, s)
	if v.FovY == 0 {
		v.FovY = r.fov(mode)
	}
	v.Eye[1] = max(v.Eye[1], 0.2)
	r.view = r.blend(dt, v, s.Span)
	return r.view
}

func (r *Rig) fov(m look.Mode) float32 {
	if m.Stance() == look.StanceInside && r.EyeFOV > 0 {
		return mgl32.DegToRad(r.EyeFOV)
	}
	return r.FovY
}

// updateWaiting reports whether the camera must not move because its boid is absent. When the boid is back,
// it starts a blend.
func (r *Rig) updateWaiting(s Subject) bool {
	waited := r.waiting
	r.waiting = r.Mode.IsTied() && s.Boid == nil && r.aim == subjectKey{r.Mode, s.ID}
	switch {
	case r.waiting:
		r.view.FovY, r.view.Hide, r.blendLeft = r.fov(r.Mode), -1, 0
	case waited:
		r.blendFrom, r.blendLeft, r.blendTime = r.view, switchTime, switchTime
	}
	return r.waiting
}

// MoveEye moves the eye of the rig and of the view v. In mode Eye it does nothing.
func (r *Rig) MoveEye(eye mgl32.Vec3, v *frame.View) {
	if eye == v.Eye || r.aim.stance() == look.StanceInside {
		return
	}
	v.Eye, r.view.Eye = eye, eye
	if r.Mode.Stance() == look.StanceFree {
		r.Pos = eye
	}
}

func (r *Rig) retarget(mode look.Mode, s Subject) {
	key := subjectKey{mode: mode, boid: -1}
	if mode.IsTied() {
		key.boid = s.ID
	}
	if key == r.aim {
		return
	}
	first, flew := r.aim.mode < 0, r.aim.stance() == look.StanceFree || r.aim.mode == look.Director && mode == look.Orbit
	r.aim = key
	if mode.Framed() {
		r.Anchor = nil
	}
	if flew && mode.Stance() == look.StanceAround {
		r.orbitFromEye(r.orbitCentre(s))
	}
	if !first && mode.Stance() != look.StanceFree {
		r.blendFrom, r.blendLeft, r.blendTime = r.view, switchTime, switchTime
	}
}

func (r *Rig) glide(m look.Mode, boid int) {
	r.Mode = m
	r.aim = subjectKey{mode: m, boid: -1}
	if m.IsTied() {
		r.aim.boid = boid
	}
	r.blendFrom, r.blendLeft, r.blendTime = r.view, glideTime, glideTime
}

// Blend makes the camera blend from its current view. Call it before the flock that it looks at changes.
func (r *Rig) Blend() { r.blendFrom, r.blendLeft, r.blendTime = r.view, switchTime, switchTime }

func (r *Rig) orbitFromEye(centre mgl32.Vec3) {
	out := r.view.Eye.Sub(centre)
	r.Distance = max(out.Len(), 1)
	r.Azimuth = num.Atan2(out[0], out[2])
	r.Elevation = num.Asin(out[1] / r.Distance)
}

// blend returns the view while the aim changes. It hides a bird nearer than a wingspan, because the camera
// moves through it.
func (r *Rig) blend(dt float32, to frame.View, span float32) frame.View {
	if r.blendLeft <= 0 {
		return to
	}
	r.blendLeft = max(r.blendLeft-dt, 0)
	t := 1 - r.blendLeft/r.blendTime
	t = t * t * (3 - 2*t)
	v := to
	v.Eye = r.blendFrom.Eye.Mul(1 - t).Add(to.Eye.Mul(t))
	v.Rotation = num.Slerp(r.blendFrom.Rotation, to.Rotation, t)
	v.FovY = r.blendFrom.FovY + (to.FovY-r.blendFrom.FovY)*t
	switch {
	case v.Eye.Sub(to.Eye).Len() < span:
	case v.Eye.Sub(r.blendFrom.Eye).Len() < span:
		v.Hide = r.blendFrom.Hide
	default:
		v.Hide = -1
	}
	return v
}

func (r *Rig) orbitCentre(s Subject) mgl32.Vec3 {
	if r.Anchor != nil {
		return *r.Anchor
	}
	return s.middle()
}

// lens returns the lens of the automatic camera. The lens includes the horizon, so that a camera at the
// ground shows everything above it.
func (r *Rig) lens() lens {
	aspect := r.Aspect
	if aspect == 0 {
		aspect = 16.0 / 9
	}
	turn := flatView(mgl32.Vec3{}, r.Azimuth, min(-r.Elevation, 0.35*r.FovY)).Rotation
	high := r.Fill * num.Tan(r.FovY/2)
	return lens{turn: turn, wide: high * aspect, high: high}
}

const (
	Near         = 0.15
	Far          = 4000
	minEyeHeight = 0.5 // above the ground, m

	// standingHeight is the height from which a camera on the ground looks over the reeds, in m.
	standingHeight = 3

	Steepest    = 1.5  // largest elevation of an orbit, up or down, radians
	maxDistance = 2000 // largest distance of an orbit, m
)

func flatView(eye mgl32.Vec3, yaw, pitch float32) frame.View {
	turn := mgl32.QuatRotate(yaw, mgl32.Vec3{0, 1, 0}).
		Mul(mgl32.QuatRotate(pitch, mgl32.Vec3{1, 0, 0}))
	return frame.View{Eye: eye, Rotation: turn, Near: Near, Far: Far, Hide: -1}
}

// orbitView returns a view of target. A camera that would be below the ground stays slightly above it.
func orbitView(target mgl32.Vec3, azimuth, elevation, distance float32) frame.View {
	turn := flatView(mgl32.Vec3{}, azimuth, -elevation).Rotation
	eye := target.Add(turn.Rotate(mgl32.Vec3{0, 0, distance}))
	eye[1] = max(eye[1], minEyeHeight)
	return frame.View{
		Eye: eye, Rotation: frame.LookAt(eye, target, mgl32.Vec3{0, 1, 0}),
		Near: Near, Far: Far, Hide: -1,
	}
}

// View returns the last view of the camera.
func (r *Rig) View() frame.View { return r.view }

// TakeOver makes the rig continue from a view, after a camera path.
func (r *Rig) TakeOver(v frame.View) {
	r.view = v
	r.aim = subjectKey{mode: look.Fly, boid: -1}
	r.flyFromView()
}
