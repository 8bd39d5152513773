//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"skein/cmd/skein/internal/stage"
	"skein/engine/camera"
	"skein/flock/scenario"
	"skein/flock/whole"
	"skein/ui"
)

func (s *session) timeline() ui.Timeline {
	t := ui.Timeline{At: s.Studio.ShownTime(), Clock: s.shownClock(), Living: s.living(), Rows: s.scene.Rows()}
	for k := range t.Rows {
		t.Before = append(t.Before, s.scene.ValueBefore(&t.Rows[k]))
	}
	t.From, t.To = s.Studio.KnownRange()
	if t.Living {
		if s.cmd.rec != nil {
			s.marks.branchAt(t.From)
		} else {
			s.marks.origin = nil
		}
		s.marks.updateLive(s.Studio.FlightNumber(), s.Studio.LiveEvents(), s.scene, s.Studio)
	} else {
		t.Fixed = "A recording cannot be changed"
		f := s.Studio.Flight()
		s.marks.update(f.Events, s.scene, f)
	}
	t.Marks = slices.Concat(s.marks.all(), s.patterns.marks)
	_ = s.camera.load() // an error is shown when the user edits the keys
	t.Path = s.camera.through()
	for _, k := range s.camera.keys {
		t.Camera = append(t.Camera, ui.CameraMark{Seconds: k.Time, Cut: k.Cut, Linear: k.Linear})
	}
	return t
}

func (s *session) shownClock() float64 {
	return float64(s.Studio.ShownTick()) / float64(s.Studio.Snapshot().TickRate)
}

// living reports whether the window shows a live flock, in the present or the past.
func (s *session) living() bool { return s.Studio.InPast() || !s.Studio.Playing() }

func (s *session) applyKeyEdits(o *ui.Outcome) {
	if o.Seek != nil {
		s.say(s.Studio.Visit(*o.Seek))
		s.previewKeys(*o.Seek)
	}
	for _, e := range o.Planned {
		if e.Camera {
			s.say(s.editCameraKey(e))
		} else {
			s.say(s.editEvents(e))
		}
	}
}

func (s *session) editCameraKey(e ui.KeyEdit) error {
	keys := slices.Clone(s.camera.keys)
	if e.Key >= len(keys) {
		return nil
	}
	k := keys[e.Key]
	description := keyEditText(e.Command, "a camera key", k.Time, e.To)
	switch e.Command {
	case ui.DeleteKey:
		keys = slices.Delete(keys, e.Key, e.Key+1)
	case ui.MoveKey:
		k.Time = e.To
		keys = insertKey(slices.Delete(keys, e.Key, e.Key+1), k)
	case ui.EaseKey:
		k.Cut, k.Linear = e.Ease == scenario.Hold, e.Ease == scenario.Linear
		keys[e.Key] = k
	}
	return s.setCameraKeys(description, keys)
}

func keyEditText(c ui.KeyCommand, key string, at, to float64) string {
	switch c {
	case ui.AddKey:
		return fmt.Sprintf("added %s at %.2f s", key, to)
	case ui.DeleteKey:
		return fmt.Sprintf("deleted %s at %.2f s", key, at)
	case ui.MoveKey:
		return fmt.Sprintf("moved %s from %.2f to %.2f s", key, at, to)
	}
	return fmt.Sprintf("changed %s at %.2f s", key, at)
}

func (s *session) setCameraKeys(description string, keys []scenario.CameraKey) error {
	c := &s.camera
	before, opened := c.keys, c.opened
	take := func(keys []scenario.CameraKey) error {
		if s.camera.opened != opened {
			return nil
		}
		if !s.living() {
			if err := writeCameraFile(s.camera.file, keys); err != nil {
				return err
			}
			s.camera.saved, s.camera.sourceFile = keys, ""
		}
		s.camera.keys = keys
		if s.recording != nil {
			s.recording.cameraKeys = keys
		}
		s.changePaths(keys)
		return nil
	}
	if err := take(keys); err != nil {
		return err
	}
	s.Studio.AddEdit(description, func() error { return take(before) }, func() error { return take(keys) })
	return nil
}

// changePaths replaces the path that the camera follows, or will follow later, by the path through other
// keys.
func (s *session) changePaths(keys []scenario.CameraKey) {
	var path *camera.Path
	if len(keys) > 0 {
		path = stage.PathThrough(keys)
	}
	if s.camera.opening.path != nil {
		s.camera.opening.path = path
	}
	if s.Studio.Path != nil {
		s.Studio.Path = path
	}
}

func (s *session) editEvents(e ui.KeyEdit) error {
	if !s.living() {
		return fmt.Errorf("a recording cannot be changed; branch from this frame (Enter), or open its scene, to add parameter keys")
	}
	sc := *s.scene
	var event int
	key, at := e.Param, 0.0
	if e.Command != ui.AddKey {
		rows := sc.Rows()
		if e.Row >= len(rows) || e.Key >= len(rows[e.Row].Keys) {
			return nil
		}
		k := &rows[e.Row].Keys[e.Key]
		event, key, at = k.Event, rows[e.Row].Key, k.Seconds
	}
	var err error
	switch e.Command {
	case ui.AddKey:
		species := ""
		if n := s.Studio.Controls.Flock; n > 0 {
			species = s.scene.Flocks()[n].Name()
		}
		spec, ok := s.Studio.Controls.Params.Spec(e.Param)
		if !ok || spec.Points != nil {
			return fmt.Errorf("%s cannot have keys on the timeline", e.Param)
		}
		err = sc.PutKey(species, "", e.Param, e.To, spec.Value(&s.Studio.Controls.Params.Values))
	case ui.MoveKey:
		err = sc.MoveKey(event, e.To)
	case ui.DeleteKey:
		err = sc.DropKey(event)
	case ui.EaseKey:
		err = sc.EaseKey(event, e.Ease)
	case ui.SetKey:
		err = sc.SetKey(event, e.Value)
	}
	if err != nil {
		return err
	}
	return s.setEvents(keyEditText(e.Command, "a key of "+strings.ReplaceAll(key, "_", " "), at, e.To), sc.Events)
}

func (s *session) setEvents(description string, events []scenario.Event) error {
	before := s.scene.Events
	take := func(from, events []scenario.Event) error {
		if !reflect.DeepEqual(s.scene.Events, from) {
			return fmt.Errorf("cannot undo or redo this key change, because the scene file now has different keys")
		}
		sc := *s.scene
		sc.Events = events
		if err := s.Studio.SetSchedule(sc.Def().Schedule); err != nil {
			return err
		}
		s.scene = &sc // a copy, because watch needs the scene as it was read
		return nil
	}
	if err := take(before, events); err != nil {
		return err
	}
	s.Studio.AddEdit(description, func() error { return take(events, before) }, func() error { return take(before, events) })
	if n := len(events); n > 0 && s.Studio.ShownTime() < s.liveTime() {
		description += "; the change applies from now on; press R to restart with it"
	}
	s.panel.Say(description)
	return nil
}

func (s *session) liveTime() float64 {
	_, to := s.Studio.KnownRange()
	return to
}

func writeCameraFile(file string, keys []scenario.CameraKey) error {
	if len(keys) == 0 {
		return removeFile(file)
	}
	return whole.WriteData(file, true, scenario.CameraTOML(keys))
}
