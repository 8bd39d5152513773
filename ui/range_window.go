//go:build cgo && !nowindow

package ui

import (
	"slices"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/render"
	"skein/flock/files"
	"skein/flock/look"
)

const (
	rangeWide, rangeHigh = 54, 42
	rangeList            = 15
)

func (p *Panel) rangeWindow(s *State, o *Outcome) {
	d := &p.ranges
	defer d.resume(o)
	if !d.open {
		return
	}
	if d.unpaused > 0 && d.kind == pictureDialog {
		d.unpaused--
		p.chooseMoment(s)
	}
	d.current().followPast(&s.Timeline)
	em, view := imgui.FontSize(), imgui.MainViewport().Size()
	imgui.SetNextWindowPosV(imgui.Vec2{X: view.X / 2, Y: view.Y / 2}, imgui.CondAppearing, imgui.Vec2{X: 0.5, Y: 0.5})
	imgui.SetNextWindowSizeV(imgui.Vec2{X: min(rangeWide*em, view.X-2*em), Y: min(rangeHigh*em, view.Y-4*em)}, imgui.CondAppearing)
	if d.fresh {
		imgui.SetNextWindowFocus()
		d.fresh = false
	}
	if imgui.BeginV(d.title()+"###range", &d.open, imgui.WindowFlagsNoDocking|imgui.WindowFlagsNoSavedSettings|imgui.WindowFlagsNoCollapse) {
		p.rangeContents(d.current(), s, o)
	}
	o.Plan = d.current()
	imgui.End()
}

func (p *Panel) rangeContents(r *Range, s *State, o *Outcome) {
	em := imgui.FontSize()
	const rows = 3 // rows below the list and the text fields
	high := -rows*imgui.FrameHeightWithSpacing() - 2*imgui.CurrentStyle().ItemSpacing().Y
	if imgui.BeginChildStrV("##range_formats", imgui.Vec2{X: rangeList * em, Y: high}, imgui.ChildFlagsBorders, 0) {
		p.rangeList(r, s)
	}
	imgui.EndChild()
	imgui.SameLine()
	if imgui.BeginChildStrV("##range_fields", imgui.Vec2{Y: high}, imgui.ChildFlagsAlwaysUseWindowPadding, 0) {
		p.rangeFields(r, s, o)
	}
	imgui.EndChild()
	p.rangeStatus(r, s, o)
	p.rangeCommand(s)
	p.rangeButtons(r, s, o)
}

func (p *Panel) rangeList(r *Range, s *State) {
	imgui.SeparatorText("Presets")
	for _, q := range rangePresets(r.Export) {
		if selectable(q.name, q.chosen(r), 0, imgui.Vec2{}) {
			q.apply(r, s.Now)
		}
		p.mark("range.preset." + plainKey(q.name))
		hint(q.doc)
	}
	imgui.Spacing()
	imgui.SeparatorText("Formats")
	format, known := formatOf(r)
	for _, f := range rangeFormats(r.Export) {
		key := "range.format" + f.ending
		if f.still {
			key += ".one"
		}
		selected := known && f.ending == format.ending && f.still == format.still
		if selectable(f.title+"##"+key, selected, 0, imgui.Vec2{}) {
			r.setFormat(&f)
			if f.still {
				r.In = s.Now
			}
		}
		p.mark(key)
		hint("Contains " + f.holds + ".\nFor " + f.readBy + ".")
		imgui.SameLineV(imgui.CursorPosX()+imgui.ContentRegionAvail().X-imgui.CalcTextSize(f.ending).X, 0)
		writeGrey(f.ending)
	}
}

func (p *Panel) rangeFields(r *Range, s *State, o *Outcome) {
	f, known := formatOf(r)
	if known {
		imgui.SeparatorText(f.title)
		imgui.PushTextWrapPos()
		write("Contains " + f.holds + ".")
		writeGrey("For " + f.readBy + ".")
		imgui.PopTextWrapPos()
	} else {
		imgui.SeparatorText("Unknown format")
		writeGrey("Choose a format on the left, or use a file name with the extension of a format.")
	}
	imgui.Spacing()
	row("File")
	imgui.SetNextItemWidth(-2.6 * imgui.FontSize())
	imgui.InputTextWithHint("##range.file", "", &r.File, 0, nil)
	p.mark("range.file")
	p.browseButton("range", BrowseRange, o)
	endRow("The file to write: " + files.Absolute(r.File) + ". Its extension selects the format, and #### stands for the number of a picture.")
	imgui.SeparatorText("Range")
	p.rangeTimes(r, s, f.still)
	if !f.still {
		p.suggest("Frame rate", "fps", "as recorded", "The number of frames per second, such as 24 or 30000/1001. If it is empty, the recorded rate is used.", &r.FPS, []string{"24", "25", "30", "50", "60"})
	}
	if r.Export {
		p.rangeSpace(r, s, &f)
		return
	}
	p.rangePicture(r, s, &f)
}

func (p *Panel) rangeTimes(r *Range, s *State, still bool) {
	seconds := func(label, key, doc string, to *float64) {
		row(label)
		if imgui.InputDoubleV("##range."+key, to, 0, 0, "%.3f s", 0) && to == &r.In {
			r.Follows = false
		}
		if imgui.IsItemDeactivatedAfterEdit() {
			p.keepTimes(r)
		}
		p.mark("range." + key)
		endRow(doc)
	}
	if still {
		seconds("Time", "in", "The time of the picture, in seconds of simulated time.", &r.In)
		return
	}
	row("Time")
	p.button("Marked range", "range.span", func() { p.chooseSpan(r, s) })
	hint("The range that is marked on the timeline with the keys [ and ].")
	imgui.SameLine()
	p.button("Whole flight", "range.all", func() {
		r.In, r.Out, r.Follows = s.Timeline.From, s.Timeline.To, true
		p.keepTimes(r)
	})
	hint("The whole recording, or the part of the flight that skein has stored.")
	imgui.EndGroup()
	seconds("From", "in", "The time of the first frame, in seconds of simulated time.", &r.In)
	seconds("To", "out", "The time of the last frame, in seconds of simulated time. In a live flock, it may be in the future.", &r.Out)
}

func (p *Panel) suggest(label, key, empty, doc string, to *string, usual []string) {
	row(label)
	high := imgui.FrameHeight()
	imgui.SetNextItemWidth(-high)
	imgui.InputTextWithHint("##range."+key, empty, to, 0, nil)
	p.mark("range." + key)
	imgui.SameLineV(0, 0)
	if imgui.BeginComboV("##range.usual."+key, "", imgui.ComboFlagsNoPreview|imgui.ComboFlagsPopupAlignLeft) {
		for _, value := range usual {
			if selectable(value, value == *to, 0, imgui.Vec2{}) {
				*to = value
			}
		}
		imgui.EndCombo()
	}
	p.mark("range.usual." + key)
	endRow(doc)
}

func (p *Panel) rangePicture(r *Range, s *State, f *rangeFormat) {
	imgui.SeparatorText("Picture")
	sizes := []string{"640x360", "1280x720", "1920x1080", "2048x858", "3840x2160", "1080x1080", "1080x1920"}
	if f.still {
		sizes = append([]string{sizeText(s.Shown.Pixels), sizeText(s.Shown.Pixels.Mul(2))}, sizes...)
	}
	p.suggest("Size", "size", "", "The size of the pictures in pixels. For a single picture, the list begins with its size in the window and twice that size.", &r.Size, sizes)
	row("Subframes")
	n := int32(r.Samples)
	wholeField("##range.samples", &n, numberRange{low: 1, high: 64, log: true})
	r.Samples = max(1, int(n))
	p.mark("range.samples")
	endRow("The number of subframes per picture. More than one gives smooth edges, motion blur, soft shadows and depth of field.")
	p.rangeCamera(r, s, nil)
	if s.Drawing.Tier == render.Draft.String() && s.Controls.Light.Land != look.Paper && !r.Transparent {
		writeGreyWrapped("The window draws drafts, without plants. Rendered pictures show the same view with grass, reeds and trees.")
		p.mark("range.draft")
	}
	imgui.BeginDisabledV(!f.alpha)
	row("Background")
	p.check("Transparent", "range.transparent", "The birds alone on a transparent background, for compositing.", &r.Transparent)
	imgui.EndGroup()
	imgui.EndDisabled()
	row("Marks")
	p.check("Vision sphere", "range.vision", "The vision sphere of the boid that the camera follows, with the boids that it sees in colour.", &r.Vision)
	imgui.EndGroup()
	p.rangeTraces(r)
	if f.hasLayers() {
		p.rangeLayers(r)
	}
	if codecs := f.codecs(); len(codecs) > 0 {
		names := append([]string{"standard"}, codecs...)
		p.choose("Codec", "range.codec", "The standard codec is for video players. The others have 10 bits per colour and are for editing.", names, max(0, slices.Index(names, r.Codec)), func(k int) {
			if r.Codec = names[k]; k == 0 {
				r.Codec = ""
			}
		})
	}
}

func (p *Panel) rangeTraces(r *Range) {
	const window = "as in the window"
	names := append([]string{window}, look.TraceNames()...)
	p.choose("Traces", "range.traces", "The boids whose traces are drawn. Pictures with a transparent background have traces only if you choose them here.", names, max(0, slices.Index(names, r.Traces)), func(k int) {
		if r.Traces = names[k]; k == 0 {
			r.Traces = ""
		}
	})
}

func (p *Panel) rangeLayers(r *Range) {
	row("Layers")
	p.check("Cryptomatte", "range.matte", "Adds layers with which compositing programs can select birds by name.", &r.Matte)
	imgui.SameLine()
	p.check("Normals", "range.normals", "The layer N with the normals of the surfaces, in world space with Y up.", &r.Normals)
	imgui.SameLine()
	p.check("Motion", "range.motion", "The layer forward with the motion to the next picture, in pixels to the right and up, as in Nuke.", &r.Motion)
	imgui.EndGroup()
}

func (p *Panel) rangeSpace(r *Range, s *State, f *rangeFormat) {
	imgui.SeparatorText("Contents")
	imgui.BeginDisabledV(!f.camera)
	p.rangeCamera(r, s, []string{NoCamera})
	imgui.EndDisabled()
	imgui.BeginDisabledV(!f.axes)
	ups, units := []string{"Y", "Z"}, []string{"metres", "centimetres"}
	p.choose("Up-axis", "range.up", "The axis that points up in the file.", ups, max(0, slices.Index([]string{"", "z"}, r.Up)), func(k int) { r.Up = []string{"", "z"}[k] })
	p.choose("Unit", "range.unit", "The unit of length in the file.", units, max(0, slices.Index([]string{"", "cm"}, r.Unit)), func(k int) { r.Unit = []string{"", "cm"}[k] })
	imgui.EndDisabled()
}

func (p *Panel) rangeCamera(r *Range, s *State, more []string) {
	const window = "as in the window"
	names := append(more, window)
	if defaultCamera(len(s.Timeline.Camera)) != "" {
		names = append(names, CameraKeys)
	}
	names = append(names, look.ModeNames()...)
	choice := slices.Index(names, r.Camera)
	if choice < 0 {
		choice = slices.Index(names, window)
	}
	p.choose("Camera", "range.camera", "The camera of the pictures. \"As in the window\" includes the camera path if the window follows one.", names, choice, func(i int) {
		r.Camera = names[i]
		if !r.Export {
			p.ranges.cameraChosen = true
		}
		if names[i] == window {
			r.Camera = ""
		}
	})
}
