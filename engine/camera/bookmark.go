package camera

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock/look"
)

// Bookmark stores the position and the mode of a camera, so that the camera can return to them.
type Bookmark struct {
	Camera look.Camera
	Boid   int
	Rig    Rig
}

// Viewpoint is a bookmark as a file stores it, in metres and degrees.
type Viewpoint struct {
	Mode      string    `toml:"mode"`
	Boid      int       `toml:"boid" comment:"boid that the camera follows. -1: none"`
	FOV       float32   `toml:"fov"`
	Position  []float32 `toml:"position" comment:"position of the camera in free flight"`
	Yaw       float32   `toml:"yaw"`
	Pitch     float32   `toml:"pitch"`
	Distance  float32   `toml:"distance" comment:"distance of the camera from the place that it orbits"`
	Azimuth   float32   `toml:"azimuth"`
	Elevation float32   `toml:"elevation"`
	Around    []float32 `toml:"around" comment:"place that the orbiting camera looks at. Without it, the camera looks at the flock"`
	Sway      float32   `toml:"sway" comment:"for a camera behind a boid: angle to the side, angle above the boid (rise), and distance in wingspans (trail)"`
	Rise      float32   `toml:"rise"`
	Trail     float32   `toml:"trail"`
}

// Viewpoint returns the bookmark as a file stores it.
func (b *Bookmark) Viewpoint() Viewpoint {
	r, deg := &b.Rig, mgl32.RadToDeg
	s := Viewpoint{
		Mode: b.Camera.Mode.String(), Boid: b.Boid, FOV: deg(r.FovY), Position: slices.Clone(r.Pos[:]), Yaw: deg(r.Yaw), Pitch: deg(r.Pitch),
		Distance: r.Distance, Azimuth: deg(r.Azimuth), Elevation: deg(r.Elevation), Sway: deg(r.Sway), Rise: deg(r.Rise), Trail: r.Trail,
	}
	if r.Anchor != nil {
		s.Around = slices.Clone(r.Anchor[:])
	}
	return s
}

// Bookmark returns the bookmark of a viewpoint. An error names the invalid key.
func (s *Viewpoint) Bookmark() (b Bookmark, err error) {
	mode, ok := look.ModeNamed(s.Mode)
	if !ok {
		return b, fmt.Errorf("mode = %.40q: must be one of %s", s.Mode, strings.Join(look.ModeNames(), ", "))
	}
	for _, field := range []struct {
		key    string
		values []float32
	}{
		{"fov", []float32{s.FOV}}, {"position", s.Position}, {"yaw", []float32{s.Yaw}}, {"pitch", []float32{s.Pitch}},
		{"distance", []float32{s.Distance}}, {"azimuth", []float32{s.Azimuth}}, {"elevation", []float32{s.Elevation}},
		{"around", s.Around}, {"sway", []float32{s.Sway}}, {"rise", []float32{s.Rise}}, {"trail", []float32{s.Trail}},
	} {
		for _, x := range field.values {
			if !(math.Abs(float64(x)) <= 1e6) {
				return b, fmt.Errorf("%s = %g: must be a number between -1e6 and 1e6", field.key, x)
			}
		}
	}
	if len(s.Position) != 3 || len(s.Around) != 0 && len(s.Around) != 3 {
		return b, fmt.Errorf("position must have three numbers, and around three or none")
	}
	if s.FOV < 1 || s.FOV > 150 || s.Distance < 0.5 || s.Trail <= 0 {
		return b, fmt.Errorf("fov, distance or trail is out of range: fov must be 1 to 150 degrees, distance at least 0.5 m, trail more than 0 wingspans")
	}
	rad := mgl32.DegToRad
	b = Bookmark{Camera: look.Default().Camera, Boid: s.Boid, Rig: NewRig()}
	b.Camera.Mode, b.Camera.FOV, b.Camera.Distance, b.Camera.Azimuth, b.Camera.Elevation = mode, s.FOV, s.Distance, s.Azimuth, s.Elevation
	r := &b.Rig
	r.Mode, r.FovY, r.Pos, r.Yaw, r.Pitch = RigMode(mode), rad(s.FOV), mgl32.Vec3(s.Position), rad(s.Yaw), rad(s.Pitch)
	r.Distance, r.Azimuth, r.Elevation = s.Distance, rad(s.Azimuth), mgl32.Clamp(rad(s.Elevation), -Steepest, Steepest)
	b.Camera.Sway, b.Camera.Rise, b.Camera.Trail = s.Sway, s.Rise, s.Trail
	r.placeBehind(&b.Camera)
	if len(s.Around) == 3 {
		pos := mgl32.Vec3(s.Around)
		r.Anchor = &pos
		b.Camera.Target = look.Target{Fixed: true, At: pos}
	}
	return b, nil
}

// GlideFrom returns a rig that flies smoothly from the current camera to the bookmark. It ends in mode m,
// tied to a boid, or to none if boid is -1. The current rig provides the settings that a bookmark does not
// store.
func (b *Bookmark) GlideFrom(current *Rig, m look.Mode, boid int) Rig {
	rig := b.Rig
	rig.view, rig.Aspect = current.view, current.Aspect
	rig.CameraOptions = current.CameraOptions
	rig.glide(m, boid)
	return rig
}
