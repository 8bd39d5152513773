//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"slices"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
	"skein/flock/look"
	"skein/flock/scenario"
)

// BirdShare is one model of a flock's birds. The number of birds with this model is proportional to Share.
type BirdShare struct {
	Name  string // one of the State's Birds
	Share int
}

// mostShare is the largest share that the panel sets. A scene file may contain larger ones.
const mostShare = 100

func mixIndex(mix []BirdShare, name string) int {
	return slices.IndexFunc(mix, func(b BirdShare) bool { return b.Name == name })
}

func mixNames(mix []BirdShare) string {
	var names []string
	for _, b := range mix {
		names = append(names, b.Name)
	}
	return strings.Join(names, ", ")
}

// clickBird chooses a bird. If the flock may have several models, it adds or removes the bird, but never
// removes the last one.
func (p *Panel) clickBird(s *State, o *Outcome, name string) {
	k := mixIndex(s.Mix, name)
	if !s.drawsBirds() {
		o.Controls.Show.Style, o.Edit = look.Birds, studio.Done
	}
	switch {
	case p.mixing && k >= 0 && !s.drawsBirds(): // draw birds instead of spheres, and keep the models
	case !p.mixing:
		o.Bird = name
	case k < 0 && len(s.Mix) >= scenario.MaxModels:
		o.Say = fmt.Sprintf("A flock has at most %d models. Remove one first.", scenario.MaxModels)
	case k < 0:
		o.Mix = append(slices.Clone(s.Mix), BirdShare{name, 1})
	case len(s.Mix) > 1:
		o.Mix = slices.Delete(slices.Clone(s.Mix), k, k+1)
	}
}

func (p *Panel) shareFields(s *State, o *Outcome) {
	if len(s.Mix) < 2 {
		writeGrey("Click another picture to add it.")
		return
	}
	if p.shareEdit == nil || !imgui.IsAnyItemActive() {
		p.shareEdit = slices.Clone(s.Mix)
	}
	for k := range p.shareEdit {
		b := &p.shareEdit[k]
		row(b.Name)
		share := int32(b.Share)
		wholeField("##bird.share."+b.Name, &share, numberRange{low: 1, high: mostShare})
		done := imgui.IsItemDeactivated()
		p.mark("bird.share." + b.Name)
		if b.Share = min(max(int(share), 1), scenario.MaxShare); done && !slices.Equal(p.shareEdit, s.Mix) {
			o.Mix = slices.Clone(p.shareEdit)
		}
		endRow("How many birds have this model, relative to the other models. With 3 and 1, three in four birds have the first model.")
	}
}
