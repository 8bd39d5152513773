package models

import (
	"fmt"
	"slices"
	"strings"

	"skein/models/gltf"
	"skein/models/lod"
)

// Baked is a model prepared for rendering. One wingbeat is stored as evenly spaced poses that loop. Pose p is
// at phase p/BeatPoses(), and in pose 0 the wings are most open. The poses for stances follow.
type Baked struct {
	Name       string
	lod.Mesh                    // poses of the wingbeat, then of the stances
	Beat       int              // number of poses of the wingbeat; 0 means all poses
	StancePose [StanceCount]int // index of each stance's pose; 0 if none
	Levels     []lod.Level      // levels of detail, from most to fewest triangles
	Analysis   Analysis
	// FileWarnings are warnings about the model's file; see [gltf.Model.Warnings].
	FileWarnings []string
}

// ModelWarnings returns the warnings about the model's file. It adds a warning if the front is not certain,
// or if the model is half an animal.
func (b *Baked) ModelWarnings() []string {
	all := slices.Clone(b.FileWarnings)
	if b.Analysis.FrontWarning != "" {
		all = append(all, b.Analysis.FrontWarning)
	}
	if a := b.Analysis.Half; a != "" {
		all = append(all, fmt.Sprintf("the model is half an animal: it is cut open at the plane %s = 0 and lies on one side; to complete it, set mirror in the scenario's [bird] table", a))
	}
	return all
}

// Stance is a pose that a bird holds instead of flapping.
type Stance int

const (
	Flare Stance = iota // the bird brakes before landing
	Stoop               // the bird dives at prey
	Rest                // the bird perches with folded wings
	StanceCount
)

var stanceWords = [StanceCount][]string{{"flare", "land", "brake"}, {"stoop", "dive"}, {"rest", "perch", "sit"}}

func stanceClips(m *gltf.Model, flightClip int) (clips [StanceCount]int) {
	for k, words := range stanceWords {
		clips[k] = -1
		for i, c := range m.Clips {
			if clips[k] < 0 && i != flightClip && containsAny(strings.ToLower(c.Name), words...) {
				clips[k] = i
			}
		}
	}
	return clips
}

// BeatPoses returns the number of poses of the wingbeat.
func (b *Baked) BeatPoses() int {
	if b.Beat == 0 {
		return b.Poses
	}
	return b.Beat
}
