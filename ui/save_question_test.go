//go:build cgo && !nowindow

package ui

import "testing"

// A question about unsaved edits replaces an open question about deleted edits, because the answer then
// belongs to the newer question.
func TestNewerQuestionReplacesOlder(t *testing.T) {
	var p Panel
	p.AskToContinue(12, 3)
	if want := "Continue from 12.00 s? This deletes the flight after this moment, including 3 edits. You cannot undo this."; p.askedLoss != want {
		t.Errorf("the question is %q, want %q", p.askedLoss, want)
	}
	p.Ask("quitting")
	if p.askedLoss != "" || p.askedBefore != "quitting" {
		t.Errorf("after another question, the text is %q before %q, want none before quitting", p.askedLoss, p.askedBefore)
	}
}
