//go:build cgo && !nowindow

package fly

import (
	"fmt"
	"slices"
	"time"

	"skein/engine/studio"
	"skein/flock/message"
	"skein/ui"
)

func (s *session) apply(o *ui.Outcome) {
	if o.Say != "" {
		s.panel.Say(o.Say)
	}
	for _, step := range o.TourDone {
		if !slices.Contains(s.prefs.TourDone, step) {
			s.prefs.TourDone = append(s.prefs.TourDone, step)
			s.savePrefs()
		}
	}
	if o.Workspace != "" {
		s.workspace(o.Workspace)
	}
	if o.Keys != nil {
		s.prefs.Keys = o.Keys
		s.say(s.prefs.save())
	}
	if o.Limits != nil {
		s.setFrameLimits(*o.Limits)
	}
	hidden := s.Studio.Controls.HiddenThings
	if o.Around != nil {
		s.say(s.Studio.Surround(*o.Around, o.Edit))
	}
	s.editThings(o)
	if now := s.Studio.Controls.HiddenThings; !slices.Equal(now, hidden) {
		o.Controls.HiddenThings = now // the edit renamed or removed a hidden obstacle
	}
	chosen := s.Studio.Controls.Flock
	s.say(s.Studio.Set(o.Controls, o.Edit))
	if now := s.Studio.Controls.Flock; now != chosen {
		s.panel.Say("flock: " + s.state().FlockLabel(now))
	}
	for _, c := range o.Commands {
		if edits := s.Studio.EditsAfterShown(); c == studio.Branch && edits > 0 {
			s.Studio.Controls.Paused = true // the question is about the displayed moment
			s.afterAnswer = func() { s.runCommand(studio.Branch) }
			s.panel.AskToContinue(s.Studio.ShownTime(), edits)
			continue
		}
		s.runCommand(c)
	}
	if o.ShowsBoid && s.Studio.Controls.Selected >= 0 {
		s.panel.Picked(&s.Studio.Controls)
	}
	for _, a := range o.Actions {
		s.runAction(a)
	}
	s.applyKeyEdits(o)
	if s.plan = o.Plan; o.Range != nil {
		s.say(s.startRange(*o.Range))
	}
	if o.Figure != (ui.FigureAction{}) { // a later step of the same frame must not remove the request
		s.figure.asked = o.Figure
	}
	if o.Save != "" {
		s.saveScene(o.Save)
	}
	if o.Open != "" {
		s.openNamed(o.Open)
	}
	if o.RemoveFlock > 0 {
		s.say(s.Studio.RemoveFlock(o.RemoveFlock))
	}
	if o.Bookmark != 0 {
		s.bookmark(o.Bookmark)
	}
	s.handleStudy(o)
	s.savePlotTables(o)
	s.preset(o)
	s.handleAnswer(o)
	if o.Give.File != "" {
		s.loadObstacle(o.Give)
	}
	if o.Browse != ui.BrowseNothing {
		s.openDialog(o.Browse)
	}
	if o.Bird != "" && (o.Bird != s.bird() || len(s.mix()) > 1) {
		s.chooseBird(s.birdNamed(o.Bird))
	}
	if len(o.Mix) > 0 {
		s.chooseBird(s.mixOf(o.Mix))
	}
	if o.RestoreBird {
		s.restoreBird()
	}
	if o.Head != "" {
		s.turnBird(o.HeadOf, o.Head)
	}
}

func (s *session) runCommand(c studio.Command) {
	s.command(c)
	if s.Studio.Restarting() && (c == studio.Restart || c == studio.RestartNewSeed || c == studio.Branch) {
		s.panel.Say(s.whatStarts(c))
	}
}

func (s *session) whatStarts(c studio.Command) string {
	text := "warming up a new flock"
	if s.Studio.Flight() != nil {
		text = "continuing from this frame"
	}
	if c == studio.Branch {
		return text
	}
	return text + "; Undo (" + s.panel.PresentKey("Ctrl Z") + ") brings the earlier flight back"
}

// command runs a command of the studio. After an undo or a redo, it shows the name of the edit. Undo also
// cancels the loading of a chosen bird.
func (s *session) command(c studio.Command) {
	if c == studio.Undo {
		if name := s.cancelChoice(); name != "" {
			s.panel.Say("the choice of " + name + " is undone")
			return
		}
		if what := s.cancelOffer(); what != "" {
			s.panel.Say("stopped reading the models of " + message.Line(what))
			return
		}
	}
	what, verb := "", map[studio.Command]string{studio.Undo: "undone: ", studio.Redo: "redone: "}[c]
	if verb != "" {
		what = s.Studio.Changes(c)
	}
	revived := s.Studio.Revived()
	err := s.Studio.Do(c, s.aspect())
	if s.Studio.Revived() != revived {
		s.startLiveWatch()
	}
	if err == nil && c == studio.Rejoin { // edits of the branch are discarded
		s.savedState.edits = s.Studio.EditState()
	}
	switch {
	case err != nil:
		s.say(err)
	case what != "":
		s.panel.Say(verb + what)
	case c == studio.NextLeader:
		s.sayLastLeader()
	}
}

func (s *session) sayLastLeader() {
	if last, ago, ok := s.Studio.LastLeader(); ok {
		s.panel.Say(fmt.Sprintf("no boid leads at this moment; the last leader was boid %d, until %.1f s ago", last, ago))
	}
}

func (s *session) aspect() float32 {
	if s.region.Empty() {
		return 1
	}
	return float32(s.region.Dx()) / float32(s.region.Dy())
}

func (s *session) say(err error) {
	if err != nil {
		s.panel.Say(message.OneLine(err))
	}
}

func (s *session) sayDone(err error, done string) {
	if err != nil {
		done = message.OneLine(err)
	}
	s.panel.Say(done)
}

func (s *session) runAction(a ui.Action) {
	switch a {
	case ui.Record:
		s.record()
	case ui.CancelRange:
		s.rangeJob.cancel()
	case ui.ShowResult, ui.OpenResult:
		s.say(s.openResult(a == ui.ShowResult))
	case ui.Screenshot:
		s.stillFile = time.Now().Format("skein-20060102-150405.000.png")
	case ui.DropKey:
		s.dropKey()
	case ui.FlyPath:
		s.flyPath()
	case ui.TogglePanel:
		s.panel.Toggle()
	case ui.ToggleInspector, ui.ToggleLedger, ui.ToggleOverlay:
		s.panel.ToggleStudy(a)
	case ui.ToggleHelp:
		s.panel.Help()
	case ui.SaveScene:
		s.saveAgain()
	case ui.ToggleTheme:
		s.prefs.Light = !s.prefs.Light
		s.surface.SetLight(s.prefs.Light)
		s.Win.SetGround(s.surface.Ground())
		s.say(s.prefs.save())
	case ui.ToggleAnnouncements:
		s.prefs.Silent = !s.prefs.Silent
		s.say(s.prefs.save())
	case ui.ResetWorkspace:
		s.resetWorkspace()
	case ui.FinishTour:
		s.prefs.Toured = true
		s.savePrefs()
	case ui.ToggleCaptions:
		s.prefs.NoCaptions = !s.prefs.NoCaptions
		s.savePrefs()
	case ui.OpeningView:
		s.say(s.showOpeningView())
	case ui.OpeningFraming:
		s.frameAsOpened()
	case ui.DismissFailure:
		s.rangeFailed = nil
	case ui.MeasureBirds:
		s.measureAgain()
	case ui.Quit:
		s.unlessEdited("quitting", func() { s.quit = true })
	}
}
