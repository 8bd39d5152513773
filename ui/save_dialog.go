//go:build cgo && !nowindow

package ui

import (
	"path/filepath"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/flock/files"
)

type saveDialog struct{ open, fresh bool }

const saveWindow = "Save scene as"

// AskSceneFile opens the dialog in which the user names the scene's file.
func (p *Panel) AskSceneFile() {
	p.saving.fresh = true
	p.openDialog(&p.saving.open)
}

func (p *Panel) askFile(*State, *Outcome) { p.AskSceneFile() }

func (p *Panel) saveAs(o *Outcome) {
	d := &p.saving
	if !d.open {
		return
	}
	size := imgui.MainViewport().Size()
	imgui.SetNextWindowPosV(imgui.Vec2{X: size.X / 2, Y: size.Y / 2}, imgui.CondAlways, imgui.Vec2{X: 0.5, Y: 0.5})
	if d.fresh {
		imgui.SetNextWindowFocus()
	}
	imgui.BeginV(saveWindow, &d.open, imgui.WindowFlagsAlwaysAutoResize|imgui.WindowFlagsNoMove|imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoCollapse)
	p.saveFields(o)
	imgui.SameLine()
	p.button("Cancel", "save.cancel", func() { d.open = false })
	if o.Save != "" {
		d.open = false
	}
	imgui.End()
	d.fresh = false
	if !d.open {
		p.unmark("file", "save", "save.cancel", "save.folder", "browse.scene")
	}
}

func pathWidth() float32 {
	return min(36*imgui.FontSize(), imgui.MainViewport().Size().X-8*imgui.FontSize())
}

func (p *Panel) saveFields(o *Outcome) {
	imgui.SetNextItemWidth(pathWidth())
	if p.saving.fresh {
		imgui.SetKeyboardFocusHere()
	}
	save := func() { o.Save = p.file }
	if textField("##file", "scene.toml", &p.file) {
		save()
	}
	if imgui.IsItemDeactivated() && imgui.IsKeyPressedBool(imgui.KeyEscape) {
		p.saving.open = false // otherwise Esc would only take the focus from the field
	}
	p.mark("file")
	hint("The file is TOML text, which skein can open again.")
	p.browseButton("scene", BrowseScene, o)
	writeGrey(shorten("In the folder "+filepath.Dir(files.Absolute(p.file)), pathWidth()))
	p.mark("save.folder")
	p.button("Save", "save", save)
}
