package stage

import (
	"github.com/go-gl/mathgl/mgl32"

	"skein/cmd/skein/internal/input"
	"skein/engine/camera"
	"skein/engine/frame"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// Place sets a camera to the position and mode in a scenario.
func Place(r *camera.Rig, sc *scenario.Scenario) {
	r.Place(&sc.Camera, mgl32.Vec3{0, sc.Params.Float("roost_height"), 0})
}

// PathThrough returns a camera path through keys. The camera looks at the targets if all keys have them.
func PathThrough(keys []scenario.CameraKey) *camera.Path {
	p := &camera.Path{Aimed: true}
	for i := range keys {
		p.Aimed = p.Aimed && keys[i].Target != nil
		p.SetKey(keyOf(&keys[i]))
	}
	return p
}

func keyOf(k *scenario.CameraKey) camera.Key {
	key := camera.Key{Seconds: k.Time, Eye: k.Position, Roll: mgl32.DegToRad(k.Roll), FovY: mgl32.DegToRad(k.FOV), Cut: k.Cut, Linear: k.Linear}
	roll := mgl32.QuatRotate(-key.Roll, mgl32.Vec3{0, 0, 1})
	switch {
	case k.Target != nil:
		key.Target = *k.Target
		key.Rotation = frame.LookAt(k.Position, *k.Target, mgl32.Vec3{0, 1, 0}).Mul(roll)
	case k.Look != nil:
		key.Rotation = frame.LookAt(mgl32.Vec3{}, k.Look.Normalize(), mgl32.Vec3{0, 1, 0}).Mul(roll)
	default:
		o := k.Orientation
		key.Rotation = mgl32.Quat{W: o[0], V: mgl32.Vec3{o[1], o[2], o[3]}}.Normalize()
	}
	return key
}

// PathOf returns the camera path of a scenario, or nil. It may be stored in rec.
func PathOf(rec *recording.Reader, sc *scenario.Scenario) (*camera.Path, error) {
	keys, err := input.CameraKeys(rec, sc)
	if err != nil || sc.CameraPath() == "" {
		return nil, err
	}
	return PathThrough(keys), nil
}
