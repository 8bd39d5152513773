package main

import (
	"math"
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
	"skein/flock"
	"skein/flock/scenario"
)

// showOf is how a scenario wants its flock drawn.
func showOf(sc *scenario.Scenario) engine.Show {
	return engine.Show{
		Style:        engine.Style(slices.Index(engine.StyleNames(), sc.Show.Style)),
		Traces:       engine.TraceMode(slices.Index(engine.TraceNames(), sc.Show.Traces)),
		TraceSeconds: sc.Show.TraceSeconds,
		Shadows:      sc.Show.Shadows,
		Vision:       sc.Show.Vision,
		Inset:        sc.Show.Inset,
		Things:       sc.Show.Things,
		Edge:         sc.Show.Edge,
		Plain:        sc.Show.Plain,
		Colour:       engine.ColourBy(slices.Index(engine.ColourByNames(), sc.Show.Colour)),
		Map:          engine.ColourMap(slices.Index(engine.ColourMapNames(), sc.Show.Map)),
		Rule:         sc.Show.Rule,
		Forces:       sc.Show.Forces,
		Links:        sc.Show.Links,
		Bones:        sc.Show.Bones,
	}
}

// lightOf is a scenario's light.
func lightOf(sc *scenario.Scenario) engine.Light {
	l := engine.Dusk()
	l.SunDirection = engine.Sun(float64(sc.Light.SunElevation), 180+float64(sc.Light.SunAzimuth))
	l.Haze = sc.Light.Haze
	return l
}

// controlsOf is what a scenario sets of a session's controls.
func controlsOf(sc *scenario.Scenario, c engine.Controls) engine.Controls {
	c.Mode = modeOf(sc)
	c.FovY = radians(sc.Camera.FOV)
	c.Speed = float64(sc.Show.Speed)
	c.Selected = min(sc.Camera.Boid, boidsOf(sc)-1)
	return c
}

// halt has a recording begin where it is to, once.
func (c *FlyCmd) halt(controls engine.Controls) engine.Controls {
	if c.halted != nil {
		controls.Paused, controls.Playback.Frame = true, float64(*c.halted)
		c.halted = nil // not where another scene is opened
	}
	return controls
}

// boidsOf are those that a scene begins with, of all flocks.
func boidsOf(sc *scenario.Scenario) (n int) {
	for _, p := range paramsOf(sc) {
		n += p.Count()
	}
	return n
}

// paramsOf are the parameters of a scene's flocks.
func paramsOf(sc *scenario.Scenario) (all []flock.Params) {
	for _, f := range sc.Flocks() {
		all = append(all, f.Params)
	}
	return all
}

// place puts a camera where a scenario wants it.
func place(r *engine.Rig, sc *scenario.Scenario) {
	cam := &sc.Camera
	r.FovY = radians(cam.FOV)
	r.Azimuth, r.Elevation, r.Distance = radians(cam.Azimuth), radians(cam.Elevation), cam.Distance
	at := mgl32.Vec3{0, sc.Params.Float("roost_height"), 0}
	if cam.Target.Fixed {
		at = cam.Target.At
		r.Anchor = &at
	}
	r.Stand(at)
	r.Mode = modeOf(sc)
}

// modeOf is a scenario's camera mode; that behind leaders follows a boid.
func modeOf(sc *scenario.Scenario) engine.Mode {
	if sc.Camera.Mode == leaderMode {
		return engine.Follow
	}
	return engine.Mode(slices.Index(engine.ModeNames(), sc.Camera.Mode))
}

// leaderMode is the camera mode behind one leader after the other.
const leaderMode = "leader"

// leads says whether boids of any of a scene's flocks may take the lead.
func leads(sc *scenario.Scenario) bool {
	return slices.ContainsFunc(sc.Flocks(), func(f scenario.Flock) bool { return f.Params.Model().Leads() })
}

// unled refuses to follow leaders where there never are any.
func unled(what string, sc *scenario.Scenario) error {
	return usagef("%s: boids of the model %s never take the lead: want another camera, such as orbit, or a boid's number", what, sc.Params.Model().Name())
}

// setCamera changes a scenario's camera to that of --camera, if it is given: a
// mode or a camera file.
func setCamera(sc *scenario.Scenario, camera string) error {
	names := append(engine.ModeNames(), leaderMode)
	switch {
	case camera == "":
	case camera == leaderMode && !leads(sc):
		return unled("--camera leader", sc)
	case slices.Contains(names, camera):
		sc.Camera.Mode, sc.Camera.Path = camera, ""
	case filepath.Ext(camera) == ".toml":
		if _, err := scenario.Load(camera); err == nil {
			return usagef("--camera %s is a scenario: want a camera file, which holds [[key]]s", camera)
		}
		sc.Camera.Path = absolute(camera)
	default:
		return usagef("--camera %s: want %s or a camera file (.toml)%s", camera, strings.Join(names, ", "), scenario.DidYouMean(camera, names))
	}
	return nil
}

// pathThrough goes through keys; it is aimed if all of them have targets.
func pathThrough(keys []scenario.CameraKey) *engine.Path {
	p := &engine.Path{Aimed: true}
	for i := range keys {
		p.Aimed = p.Aimed && keys[i].Target != nil
		p.Put(keyOf(&keys[i]))
	}
	return p
}

// keyOf is a key as the engine wants it.
func keyOf(k *scenario.CameraKey) engine.Key {
	key := engine.Key{Seconds: k.Time, Eye: k.Position, Roll: radians(k.Roll), FovY: radians(k.FOV), Cut: k.Cut}
	roll := mgl32.QuatRotate(-key.Roll, mgl32.Vec3{0, 0, 1})
	switch {
	case k.Target != nil:
		key.Target = *k.Target
		key.Rotation = engine.LookAt(k.Position, *k.Target, mgl32.Vec3{0, 1, 0}).Mul(roll)
	case k.Look != nil:
		key.Rotation = engine.LookAt(mgl32.Vec3{}, k.Look.Normalize(), mgl32.Vec3{0, 1, 0}).Mul(roll)
	default:
		o := k.Orientation
		key.Rotation = mgl32.Quat{W: o[0], V: mgl32.Vec3{o[1], o[2], o[3]}}.Normalize()
	}
	return key
}

// kept is a scenario with what a session set in it, to be saved in file.
func kept(of *scenario.Scenario, s *engine.Studio, file string) *scenario.Scenario {
	sc := *of
	c := &s.Controls
	sc.Seed, sc.Others = s.Seed(), slices.Clone(of.Others)
	for k, p := range s.Kept() {
		if k == 0 {
			sc.Params = p
		} else {
			sc.Others[k-1].Params = p
		}
	}
	sc.Show.Style, sc.Show.Traces = engine.StyleNames()[c.Show.Style], engine.TraceNames()[c.Show.Traces]
	sc.Show.TraceSeconds, sc.Show.Shadows = c.Show.TraceSeconds, c.Show.Shadows
	sc.Show.Vision, sc.Show.Inset, sc.Show.Speed = c.Show.Vision, c.Show.Inset, float32(c.Speed)
	sc.Show.Edge, sc.Show.Plain, sc.Show.Things = c.Show.Edge, c.Show.Plain, c.Show.Things
	sc.Show.Colour, sc.Show.Map, sc.Show.Rule = engine.ColourByNames()[c.Show.Colour], engine.ColourMapNames()[c.Show.Map], c.Show.Rule
	sc.Show.Forces, sc.Show.Links, sc.Show.Bones = c.Show.Forces, c.Show.Links, c.Show.Bones
	sc.Surroundings = s.KeptAround()
	sc.Bird.File = beside(file, of.BirdPath())
	for k := range sc.Others {
		sc.Others[k].Bird.File = beside(file, withFlock(of, k+1).BirdPath())
	}
	sc.Camera = cameraOf(s)
	sc.Camera.Shutter, sc.Camera.Aperture, sc.Camera.Focus = of.Camera.Shutter, of.Camera.Aperture, of.Camera.Focus
	return &sc
}

// beside is a bird's name, or its file's path as seen from the folder of another file.
func beside(file, bird string) string {
	if scenario.IsModelFile(bird) {
		return relative(filepath.Dir(file), bird)
	}
	return bird
}

// cameraOf is a session's camera. Free flight is kept as the place it looks at.
func cameraOf(s *engine.Studio) scenario.Camera {
	c, r := &s.Controls, &s.Rig
	cam := scenario.Camera{
		Mode: c.Mode.String(), Boid: c.Selected, FOV: degrees(c.FovY), Distance: r.Distance,
		Azimuth: wrapDegrees(degrees(r.Azimuth)), Elevation: degrees(r.Elevation),
	}
	if c.Mode == engine.Fly {
		v := r.View()
		ahead := v.Forward()
		cam.Target = scenario.Target{Fixed: true, At: v.Eye.Add(ahead.Mul(r.Distance))}
		cam.Azimuth = degrees(float32(math.Atan2(float64(-ahead[0]), float64(-ahead[2]))))
		cam.Elevation = degrees(float32(-math.Asin(float64(ahead[1]))))
	} else if r.Anchor != nil {
		cam.Target = scenario.Target{Fixed: true, At: *r.Anchor}
	}
	cam.Elevation = min(max(cam.Elevation, -85), 85)
	return cam
}

// relative is a path as seen from a folder; empty for an empty one.
func relative(dir, path string) string {
	if path == "" {
		return ""
	}
	from, err1 := filepath.Abs(dir)
	to, err2 := filepath.Abs(path)
	if rel, err := filepath.Rel(from, to); err1 == nil && err2 == nil && err == nil {
		return filepath.ToSlash(rel)
	}
	return path
}

func radians(deg float32) float32 { return mgl32.DegToRad(deg) }
func degrees(rad float32) float32 { return mgl32.RadToDeg(rad) }

func wrapDegrees(deg float32) float32 { return float32(math.Remainder(float64(deg), 360)) }
