//go:build cgo && !nowindow

package fly

import (
	"strings"

	"skein/cmd/skein/internal/bird"
	"skein/cmd/skein/internal/input"
	"skein/cmd/skein/internal/record"
	"skein/flock"
	"skein/flock/files"
	"skein/flock/model"
	"skein/flock/recording"
	"skein/flock/scenario"
)

type recordedScene struct {
	scene   *scenario.Scenario // with all edits of the session and all flocks
	birds   []recording.File
	atStart int // flocks at the first frame; the others join later
	file    string
	models  []*flock.Model // models of the flocks at the first frame; nil means those of the scene
}

func (s *session) recordedScene(file string, atStart int) (*recordedScene, error) {
	sc := s.sceneToSave(file)
	absolute := func(path string) string { return files.Absolute(s.scene.PathOf(path)) }
	sc.Name, sc.Bird = s.sceneName(), s.scene.Bird
	sc.Bird.RenameFiles(absolute)
	for k := range sc.Others {
		sc.Others[k].Bird = s.scene.Others[k].Bird
		sc.Others[k].Bird.RenameFiles(absolute)
	}
	birds, err := bird.Files(s.cmd.rec, s.scene)
	return &recordedScene{scene: sc, birds: birds, atStart: atStart, file: file}, err
}

func (r *recordedScene) meta(flocks int) recording.Meta {
	m := record.MetaOf(withoutGoneFlocks(r.scene, func(k int) bool { return k >= flocks }), liveFPS)
	m.Live = true
	for k, of := range r.models[:min(len(r.models), flocks)] {
		if k == 0 {
			m.Rules = model.RulesText(of)
		} else {
			m.Others[k-1].Rules = model.RulesText(of)
		}
	}
	for k := r.atStart; k < flocks; k++ {
		m.Others[k-1].Count = 0
	}
	return m
}

func (r *recordedScene) birdFiles(begin, end int) (files []recording.File) {
	for k := begin; k < end; k++ {
		for _, f := range r.birds {
			for m := range scenario.MaxModels {
				if strings.HasPrefix(f.Name, recording.BirdFolderOf(k, m)) {
					files = append(files, f)
				}
			}
		}
	}
	return files
}

func (r *recordedScene) obstacleFiles(from *recording.Reader) ([]recording.File, error) {
	beside := *r.scene // paths of obstacles are relative to the recording's folder
	beside.File = r.file
	return input.ObstacleFiles(from, &beside)
}

// join adds the flocks that join in the given events to the recording.
func (r *recordedScene) join(rec *recording.Recorder, events []flock.Event) {
	for _, e := range events {
		if e.Joined != nil && e.Flock >= r.atStart && e.Flock < len(r.scene.Flocks()) {
			rec.Join(r.meta(e.Flock+1), r.birdFiles(e.Flock, e.Flock+1)...)
		}
	}
}

func (s *session) recordJoining() error {
	if s.recording == nil {
		return nil
	}
	n := len(s.scene.Flocks())
	scene, err := s.recordedScene(s.recording.file, n-1)
	if err != nil {
		return err
	}
	s.recording.rec.Join(scene.meta(n), scene.birdFiles(n-1, n)...)
	return nil
}
