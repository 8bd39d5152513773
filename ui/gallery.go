//go:build cgo && !nowindow

package ui

import (
	"bytes"
	"embed"
	"fmt"
	"image"
	"image/png"
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// sceneFiles contains the pictures of the built-in scenes. "make thumbnails" draws them.
//
//go:embed scenes/*.png
var sceneFiles embed.FS

// ScenePicture returns the picture of a built-in scene.
func ScenePicture(name string) (image.Image, error) {
	data, err := sceneFiles.ReadFile("scenes/" + name + ".png")
	if err != nil {
		return nil, fmt.Errorf("the scene %s has no picture", name)
	}
	return png.Decode(bytes.NewReader(data))
}

type gallery struct {
	open, fresh bool
	text        string
}

// InGallery reports whether the gallery is open.
func (p *Panel) InGallery() bool { return p.scenes.open }

// Size of a scene in the gallery, in ems: its picture and the text below it.
const (
	pictureWide = 15
	pictureHigh = pictureWide * 9.0 / 16
	linesHigh   = 5.4
)

const galleryWindow = "Scenes"

func (p *Panel) gallery(s *State, o *Outcome) {
	g := &p.scenes
	if !g.open {
		return
	}
	em, view := imgui.FontSize(), imgui.MainViewport().Size()
	const columns = 4
	gap := imgui.CurrentStyle().ItemSpacing().X
	wide := min(columns*(pictureWide*em+gap)+3*em, view.X-2*em)
	imgui.SetNextWindowPosV(imgui.Vec2{X: view.X / 2, Y: view.Y / 2}, imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: wide, Y: view.Y - 6*em}, imgui.CondAlways)
	if g.fresh {
		imgui.SetNextWindowFocus()
	}
	imgui.BeginV(galleryWindow, &g.open, imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoResize|imgui.WindowFlagsNoCollapse)
	if g.fresh {
		imgui.SetKeyboardFocusHere()
		g.fresh = false
	}
	imgui.SetNextItemWidth(-1)
	imgui.InputTextWithHint("##scenes", "search scenes", &g.text, 0, nil)
	if imgui.IsItemDeactivated() && imgui.IsKeyPressedBool(imgui.KeyEscape) {
		g.open = false // the shortcut that closes windows does not work while the field has the focus
	}
	entered := imgui.IsItemDeactivated() && (imgui.IsKeyPressedBool(imgui.KeyEnter) || imgui.IsKeyPressedBool(imgui.KeyKeypadEnter))
	p.mark("scenes.search")
	first := ""
	if imgui.BeginChildStr("##pictures") {
		across := max(int(imgui.ContentRegionAvail().X/(pictureWide*em+gap)), 1)
		shown := 0
		for _, scene := range s.Scenes {
			if !matches(g.text, scene.Name, scene.Line) {
				p.unmark("scenes." + scene.Name)
				continue
			}
			if shown%across > 0 {
				imgui.SameLine()
			}
			if shown++; first == "" || scene.Name == strings.TrimSpace(g.text) {
				first = scene.Name
			}
			if p.scenePicture(&scene, scene.Name == s.Title) {
				g.open, o.Open = false, scene.Name
			}
		}
		if shown == 0 {
			writeGrey("No results")
		}
	}
	imgui.EndChild()
	if entered && g.text != "" && first != "" {
		g.open, o.Open = false, first
	}
	imgui.End()
}

func (p *Panel) scenePicture(s *SceneLine, selected bool) (chosen bool) {
	em := imgui.FontSize()
	size := imgui.Vec2{X: pictureWide * em, Y: (pictureHigh + linesHigh) * em}
	imgui.BeginGroup()
	position := imgui.CursorScreenPos()
	chosen = selectable("##"+s.Name, selected, 0, size)
	p.mark("scenes." + s.Name)
	if s.Picture != 0 {
		picture := imgui.NewTextureRefTextureID(imgui.TextureID(s.Picture))
		imgui.WindowDrawList().AddImage(*picture, position, position.Add(imgui.Vec2{X: size.X, Y: pictureHigh * em}))
		picture.Destroy() // the draw list has its own copy of the reference
	}
	inner := position.Add(imgui.Vec2{X: 0.3 * em, Y: (pictureHigh + 0.2) * em})
	imgui.SetCursorScreenPos(inner)
	imgui.TextColored(present().accent, s.Name)
	if s.Lesson {
		imgui.SameLine()
		writeGrey("with a lesson")
	}
	imgui.SetCursorScreenPos(inner.Add(imgui.Vec2{Y: 1.2 * em}))
	imgui.PushTextWrapPosV(imgui.CursorPosX() + (pictureWide-0.6)*em)
	write(s.Line)
	imgui.PopTextWrapPos()
	imgui.SetCursorScreenPos(position.Add(size))
	imgui.Dummy(imgui.Vec2{})
	imgui.EndGroup()
	return chosen
}
