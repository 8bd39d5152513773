//go:build cgo && !nowindow

package ui

import (
	"bytes"
	"embed"
	"fmt"
	"image"
	"image/png"
	"io/fs"
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/look"
)

// birdFiles contains the pictures of the built-in birds. "make thumbnails" draws them.
//
//go:embed birds/*.png
var birdFiles embed.FS

// BirdPicture returns the picture of a built-in bird.
func BirdPicture(name string) (image.Image, error) {
	data, err := birdFiles.ReadFile("birds/" + name + ".png")
	if err != nil {
		return nil, fmt.Errorf("the bird %s has no picture", name)
	}
	return png.Decode(bytes.NewReader(data))
}

func (p *Panel) birdChoice(s *State, o *Outcome) {
	p.settingOf("show", "style", o)
	p.settingRow("Bird", p.isBirdChanged(p.flock))
	p.mark("bird")
	names := drawnBird(s)
	writeGrey(shortenMiddle(names, imgui.ContentRegionAvail().X, textWidth))
	endRow(names + ".\nThe 3D model of the flock's birds. To use another model, drop a .glb or .gltf file onto the window. To choose from several models, drop their folder.")
	p.mixing = p.mixing || len(s.Mix) > 1
	before := p.mixing
	p.check("Several models", "bird.mix", "A click on a picture adds its model to the flock or removes it. Each bird has one of the models.", &p.mixing)
	if before && !p.mixing && len(s.Mix) > 1 {
		o.Bird = s.Bird
	}
	if p.mixing {
		p.shareFields(s, o)
	}
	for k := range s.Sides {
		p.headChoice(s, o, k)
	}
	drawn := func(name string) bool { return s.drawsBirds() && mixIndex(s.Mix, name) >= 0 }
	p.birdPictures("bird", s, s.Birds, drawn, func(name string) { p.clickBird(s, o, name) })
}

func (s *State) drawsBirds() bool { return s.Controls.Show.Style == look.Birds }

func drawnBird(s *State) string {
	if !s.drawsBirds() {
		return "none: the flock is drawn as spheres"
	}
	return mixNames(s.Mix)
}

// OpenBirds opens the page with the birds to choose from.
func (p *Panel) OpenBirds() { p.goTo("Birds", "bird") }

func (p *Panel) headChoice(s *State, o *Outcome, m int) {
	if len(s.Sides[m]) == 0 {
		return
	}
	label, key := "Head", "head."
	if len(s.Mix) > 1 {
		label, key = "Head of "+s.Mix[m].Name, fmt.Sprintf("head.%d.", m+1)
	}
	row(label)
	imgui.PushIDStr(key)
	for k, side := range s.Sides[m] {
		p.flowButton(side, key+side, func() { o.Head, o.HeadOf = side, m })
		if k == 0 {
			hint("Detects which way the bird faces.")
		} else {
			hint("Click here if the bird's head is on this side. skein then turns the model so that its head is in front.")
		}
	}
	imgui.PopID()
	endRow("")
}

func (p *Panel) birdPictures(key string, s *State, names []string, drawn func(string) bool, choose func(string)) {
	em, gap := imgui.FontSize(), imgui.CurrentStyle().ItemSpacing().X
	avail := imgui.ContentRegionAvail().X
	across := max(min(int((avail+gap)/(5*em+gap)), 4), 1)
	wide := min(avail/float32(across)-1.5*gap, 9*em) // a cell's highlight is wider than its picture
	for k, name := range names {
		if k%across > 0 {
			imgui.SameLine()
		}
		if p.birdCell(key, name, s.BirdPictures[name], drawn(name), wide) {
			choose(name)
		}
	}
}

func (p *Panel) birdCell(key, name string, picture uint32, selected bool, wide float32) (chosen bool) {
	em := imgui.FontSize()
	high := wide * 9 / 16
	imgui.BeginGroup()
	position := imgui.CursorScreenPos()
	chosen = selectable("##"+key+name, selected, 0, imgui.Vec2{X: wide, Y: high + 1.5*em})
	p.mark(key + "." + name)
	hint(name)
	list := imgui.WindowDrawList()
	list.PushClipRectV(position, position.Add(imgui.Vec2{X: wide, Y: high + 1.5*em}), true)
	if picture != 0 {
		texture := imgui.NewTextureRefTextureID(imgui.TextureID(picture))
		list.AddImage(*texture, position, position.Add(imgui.Vec2{X: wide, Y: high}))
		texture.Destroy() // the draw list has its own copy of the reference
	} else {
		list.AddRectFilledV(position, position.Add(imgui.Vec2{X: wide, Y: high}), imgui.ColorU32Col(imgui.ColFrameBg), 3, 0)
	}
	list.AddTextVec2(position.Add(imgui.Vec2{X: 0.3 * em, Y: high + 0.2*em}), imgui.ColorU32Col(imgui.ColText), name)
	list.PopClipRect()
	imgui.EndGroup()
	return chosen
}

func (s *State) builtinBirds() (names []string) {
	for _, name := range s.Birds {
		if _, err := fs.Stat(birdFiles, "birds/"+name+".png"); err == nil && s.BirdPictures[name] != 0 {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		names = slices.Clone(s.Birds)
	}
	return names
}
