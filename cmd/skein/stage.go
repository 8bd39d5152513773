package main

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine"
	"skein/flock"
	"skein/flock/look"
	"skein/flock/recording"
	"skein/flock/scenario"
)

// controlsOf is what a scenario, seen so, sets of a session's controls.
func controlsOf(sc *scenario.Scenario, as look.Look, c engine.Controls) engine.Controls {
	c.Look = as
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
	r.FovY, r.EyeFovY, r.EyeLevel, r.Fill = radians(cam.FOV), radians(cam.EyeFOV), cam.EyeLevel, cam.Fill
	r.Azimuth, r.Elevation, r.Distance = radians(cam.Azimuth), radians(cam.Elevation), cam.Distance
	r.Behind(cam)
	at := mgl32.Vec3{0, sc.Params.Float("roost_height"), 0}
	if cam.Target.Fixed {
		at = cam.Target.At
		r.Anchor = &at
	}
	r.Stand(at)
	r.Mode = cam.Mode
	if r.Mode == look.Leader {
		r.Mode = look.Follow
	}
}

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
	names := look.ModeNames()
	switch {
	case camera == "":
	case camera == look.Leader.String() && !leads(sc):
		return unled("--camera leader", sc)
	case slices.Contains(names, camera):
		sc.Camera.Mode, sc.Camera.Path = look.Mode(slices.Index(names, camera)), ""
	case isWay(camera):
		if _, err := scenario.Load(camera); err == nil {
			return usagef("--camera %s is a scenario: want a camera file, which holds [[key]]s", camera)
		}
		sc.Camera.Path = absolute(camera)
	default:
		return usagef("--camera %s: want %s or a camera file (.toml, .csv, .glb, .gltf)%s", camera, strings.Join(names, ", "), scenario.DidYouMean(camera, names))
	}
	return nil
}

// tierOf is the tier that --tier names.
func tierOf(name string) (look.Tier, error) {
	names := look.TierNames()
	k := slices.Index(names, name)
	if k < 0 {
		return 0, usagef("--tier %s: want %s%s", name, strings.Join(names, ", "), scenario.DidYouMean(name, names))
	}
	return look.Tier(k), nil
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
	key := engine.Key{Seconds: k.Time, Eye: k.Position, Roll: radians(k.Roll), FovY: radians(k.FOV), Cut: k.Cut, Linear: k.Linear}
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
	for k, start := range s.KeptStarts() {
		if k == 0 {
			sc.Start = start
		} else {
			sc.Others[k-1].Start = start
		}
	}
	sc.Look = c.Look
	sc.Camera = s.Seen()
	sc.Camera.Path, sc.Camera.Boid = "", c.Selected
	sc.Surroundings = s.KeptAround()
	for k := range sc.Surroundings.Obstacles {
		if o := &sc.Surroundings.Obstacles[k]; o.File != "" && !strings.HasPrefix(o.File, recording.ObstacleFolder) {
			o.File = relative(filepath.Dir(file), obstaclePath(of, o.File))
		}
	}
	sc.Bird.File = beside(file, of.BirdPath())
	for k := range sc.Others {
		sc.Others[k].Bird.File = beside(file, withFlock(of, k+1).BirdPath())
	}
	return &sc
}

// beside is a bird's name, or its file's path as seen from the folder of another file.
func beside(file, bird string) string {
	if scenario.IsModelFile(bird) {
		return relative(filepath.Dir(file), bird)
	}
	return bird
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
