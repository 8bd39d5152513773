//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"math"

	"github.com/AllenDang/cimgui-go/imgui"

	"skein/engine/studio"
)

func (p *Panel) transportBar(s *State, o *Outcome) {
	do := func(c studio.Command) func() { return func() { o.Commands = append(o.Commands, c) } }
	plays := s.Tape != nil && !s.Tape.Branched
	if label := s.playbackLabel(); label != "" {
		imgui.AlignTextToFramePadding()
		imgui.TextColored(present().accent, escapeFormat(shorten(label, 16*imgui.FontSize())))
		p.mark("timeline.playback")
		hint(s.playbackHint())
		imgui.SameLine()
	}
	live := !plays || s.Tape.Past
	p.playButtons(s, o, plays, do)
	p.transportGap()
	p.inOutButtons(s, o)
	if plays && !live {
		p.loopButtons(s, o)
	}
	if live {
		p.recordButton(s, o, plays)
	}
	p.speed(s, o)
	if live {
		p.restartButtons(s, plays, do)
	}
	imgui.SameLine()
	twoLines, line := live && (s.Tape == nil || s.Tape.Past) && imgui.ContentRegionAvail().X < pastWide(), imgui.CursorPosY()
	p.flightButtons(s, o, plays, do)
	imgui.SameLine()
	if twoLines && imgui.CursorPosY() == line {
		imgui.NewLine()
	}
	p.showTime(s)
}

func (p *Panel) playButtons(s *State, o *Outcome, plays bool, do func(studio.Command) func()) {
	k := &o.Controls.Playback
	toStart, start := func() { k.Frame = 0 }, "Goes to the start of the recording."
	play, step := "play", "frame_on"
	if !plays {
		toStart = func() { from := s.Timeline.From; o.Seek = &from }
		play, step = "pause", "step"
	}
	if !plays || s.Tape.Past {
		start = "Goes to the start of the stored past. skein stores the last minutes of a live flock."
	}
	p.transportButton(iconToStart, "to_start", start, false, toStart)
	p.transportButton(iconStepBack, "frame_back", "Steps back. Key: Left.", false, do(studio.StepBack))
	p.playButton(play, s, o, plays)
	p.transportButton(iconStep, step, "Steps ahead. Key: Right.", false, do(studio.StepOnce))
	if plays && !s.Tape.Past {
		p.transportButton(iconToEnd, "to_end", "Goes to the end of the recording.", false, func() { k.Frame = float64(s.Tape.Frames - 1) })
	}
}

func (p *Panel) playButton(key string, s *State, o *Outcome, plays bool) {
	side := imgui.FrameHeight()
	size := imgui.Vec2{X: 2 * side, Y: side}
	p.wrapFor(size.X / imgui.FontSize())
	shown := iconPause
	if o.Controls.Paused {
		shown = iconPlay
	}
	if primaryButton(shown.String()+"##play", size) {
		tape := s.Tape
		if !plays {
			tape = nil
		}
		playOn(o, tape)
	}
	p.mark(key)
	hint(p.withPresentKey(map[bool]string{true: "Plays. Key: Space.", false: "Pauses. Key: Space."}[o.Controls.Paused]))
	imgui.SameLine()
}

func (p *Panel) inOutButtons(s *State, o *Outcome) {
	p.transportButton(iconLoopIn, "loop_in", "Starts the range at the displayed time. Key: [.", false, func() { p.begin(s, o) })
	p.transportButton(iconLoopOut, "loop_out", "Ends the range at the displayed time. Key: ].", false, func() { p.end(s, o) })
}

func (p *Panel) loopButtons(s *State, o *Outcome) {
	k := &o.Controls.Playback
	p.transportButton(iconLoop, "loop", "Repeats the range. Key: \\.", k.Loop, func() { k.Loop = !k.Loop })
	p.transportButton(iconBackward, "backward", "Plays the recording backward, or reverses the direction of play. Key: J.", k.Backward, func() { reverse(s, o) })
}

// recordButton shows the button of a live flock that records it. In the past of the flock, it is idle.
func (p *Panel) recordButton(s *State, o *Outcome, idle bool) {
	p.transportGap()
	doc := "Records the flock from now on. Key: F9."
	if s.Recording == "" {
		imgui.BeginDisabledV(idle)
		p.transportButton(iconRecord, "record", doc, false, func() { o.Actions = append(o.Actions, Record) })
		imgui.EndDisabled()
		return
	}
	p.wrapFor(iconWide() / imgui.FontSize())
	imgui.PushStyleColorVec4(imgui.ColText, lampColour())
	pressed := iconButton(iconRecord, "record", true)
	imgui.PopStyleColor() // before the tooltip, which is no warning
	if pressed {
		o.Actions = append(o.Actions, Record)
	}
	p.mark("record")
	hint(p.withPresentKey("Ends the recording. Key: F9."))
	imgui.SameLineV(0, 0)
	imgui.AlignTextToFramePadding()
	imgui.TextColored(lampColour(), s.Recording)
	imgui.SameLine()
}

// restartButtons shows the buttons that restart a live flock. In the past of the flock, they are idle.
func (p *Panel) restartButtons(s *State, idle bool, do func(studio.Command) func()) {
	imgui.SameLine()
	imgui.BeginDisabledV(idle)
	p.transportButton(iconRestart, "restart", "Restarts the flock with the same seed. Undo brings the flight back. Key: R.", false, do(studio.Restart))
	p.transportButton(iconNewSeed, "new_seed", fmt.Sprintf("Restarts with a new seed. The current seed is %d. Undo brings the flight back. Key: Shift R.", s.Seed), false, do(studio.RestartNewSeed))
	imgui.EndDisabled()
}

// flightButtons shows the buttons of the past, of a recording or of a branch. They come last, so that no
// other button moves when the user goes into the past.
func (p *Panel) flightButtons(s *State, o *Outcome, plays bool, do func(studio.Command) func()) {
	imgui.SameLine()
	switch {
	case plays && s.Tape.Past:
		p.transportButton(iconToEnd, "now", "Returns to the live flock, which is paused now. Key: End.", false, do(studio.ReturnToLive))
		p.loopButtons(s, o)
		label := iconBranch.String() + " Continue from here"
		if imgui.ContentRegionAvail().X < imgui.CalcTextSize(label).X+timeWide()+2*imgui.FontSize() {
			label = iconBranch.String()
		}
		p.flowButton(label, "branch", do(studio.Branch))
		hintLast(p.withPresentKey("Makes this moment the present. Everything after this moment is deleted. Key: Enter."))
	case plays:
		if !s.Tape.Tracks {
			p.flowButton(iconBranch.String()+" Branch", "branch", do(studio.Branch))
			hintLast(p.withPresentKey("Starts a live flock from this frame. You can change its parameters. Key: Enter."))
		}
	case s.Tape != nil:
		p.flowButton(iconRejoin.String()+" Back to the recording", "rejoin", do(studio.Rejoin))
		hintLast(p.withPresentKey("Returns to the recording. Its birds are shown in a pale colour along with this branch. Key: Enter."))
	}
}

// pastWide returns the width that the buttons and the time of the past need at the end of a line, in screen
// units. If the line has less room, the bar of a live flock always has a second line. So the timeline does
// not move when the user goes into the past.
func pastWide() float32 { return 4*iconWide() + timeWide() + 3*imgui.FontSize() }

func timeWide() float32 { return imgui.CalcTextSize("t = 8888.88 s").X }

// playbackLabel describes the recording that is playing. It returns "" for a live flock and its past, so that
// the buttons do not move when the user goes back in time.
func (s *State) playbackLabel() string {
	switch {
	case !s.playsRecording() || s.Tape.Past:
		return ""
	case s.Tape.Tracks:
		return "TRACKS " + s.Tape.File
	}
	return "RECORDING " + s.Tape.File
}

func (s *State) timeText() string {
	t := &s.Timeline
	switch {
	case s.Tape != nil && s.Tape.Past:
		return fmt.Sprintf("t = %.2f s, %.2f s ago", t.Clock, t.To-t.Clock)
	case s.Tape != nil && !s.Tape.Branched:
		return fmt.Sprintf("t = %s   frame %d of %d", s.clockText(t.Clock), int(s.Controls.Playback.Frame)+1, s.Tape.Frames)
	}
	return fmt.Sprintf("%s   t = %.2f s", s.origin(), t.Clock)
}

// clockText formats a time in s. For recordings with less than one frame per second, it shows days and a
// clock time.
func (s *State) clockText(seconds float64) string {
	if s.Tape == nil || s.Tape.Pace <= 1 {
		return fmt.Sprintf("%.2f s", seconds)
	}
	whole := int64(math.Floor(seconds))
	return fmt.Sprintf("%d d %02d:%02d:%02d", whole/86400, whole/3600%24, whole/60%60, whole%60)
}

// showTime shows the time on the right. If there is no room, a recording shows it on a new line. A live flock
// shortens it, because a new line would move the timeline under the pointer.
func (p *Panel) showTime(s *State) {
	fits := func(text string) bool { return imgui.CalcTextSize(text).X <= imgui.ContentRegionAvail().X }
	text := s.timeText()
	if alone := "t = " + s.clockText(s.Timeline.Clock); !fits(text) && fits(alone) && (!s.playsRecording() || s.Tape.Past) {
		text = alone
	}
	if !fits(text) {
		imgui.NewLine()
	}
	imgui.AlignTextToFramePadding()
	imgui.SetCursorPosX(imgui.CursorPosX() + max(imgui.ContentRegionAvail().X-imgui.CalcTextSize(text).X, 0))
	writeGrey(text)
	p.mark("timeline.where")
}

func (s *State) speedHint() string {
	if s.Tape != nil && s.Tape.Pace > 1 && !s.Tape.Past {
		return fmt.Sprintf("The speed. 1 × shows one recorded frame (%s) per second. The keys - and = change the speed, and the key 0 sets it to 1 ×.", s.clockText(s.Tape.Pace))
	}
	return "The speed in simulated seconds per second. The keys - and = change the speed, and the key 0 sets it to 1 ×."
}

func (p *Panel) speed(s *State, o *Outcome) {
	p.wrapFor(6)
	speed := &o.Controls.Show.Speed
	imgui.SetNextItemWidth(5 * imgui.FontSize())
	if numberField("##speed", speed, numberRange{low: minSpeed, high: maxSpeed, unit: "×", log: true}) {
		*speed = min(max(*speed, minSpeed), maxSpeed)
	}
	if imgui.IsItemDeactivatedAfterEdit() {
		o.Edit = studio.Done
	}
	p.mark("speed")
	if reset() {
		*speed = p.saved.Look.Show.Speed
		o.Edit = studio.Done
	}
	hint(s.speedHint())
}

// transportButton shows a button with an icon and a tooltip, on the next line if the current one is full. The
// widget after it is on the same line.
func (p *Panel) transportButton(i icon, key, doc string, on bool, do func()) {
	p.wrapFor(iconWide() / imgui.FontSize())
	if iconButton(i, key, on) {
		do()
	}
	p.mark(key)
	hint(p.withPresentKey(doc))
	imgui.SameLineV(0, 0)
}

func (p *Panel) transportGap() { imgui.SameLineV(0, imgui.CurrentStyle().ItemSpacing().X*2) }

func (p *Panel) flowButton(label, key string, do func()) {
	p.wrapFor(imgui.CalcTextSize(label).X/imgui.FontSize() + 1.2)
	p.button(label, key, do)
}

// hintLast shows a tooltip for the last widget. The widget after it is on the same line.
func hintLast(doc string) {
	hint(doc)
	imgui.SameLine()
}

func (p *Panel) wrapFor(wide float32) {
	imgui.SameLine()
	if imgui.CursorPosX()+wide*imgui.FontSize() > imgui.WindowWidth() && imgui.CursorPosX() > 3*imgui.FontSize() {
		imgui.NewLine()
	}
}

func (s *State) playbackHint() string {
	const stored = "The picture shows stored frames, so the flock cannot be edited."
	switch {
	case s.Tape.Past:
		return stored + " The End key shows the live flock again."
	case s.Tape.Tracks:
		return stored + " Imported tracks were measured, so skein cannot simulate these birds from here."
	}
	return stored + " The Branch button starts a live flock from the displayed frame."
}
