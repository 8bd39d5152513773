//go:build cgo && !nowindow

package fly

// Layout changes what a window shows beside the picture.
type Layout struct{ s *session }

func (s *session) Layout() Layout { return Layout{s} }

// OpenAll selects the workspace Study and opens every window of the panel.
func (l Layout) OpenAll() {
	l.s.workspace("Study")
	l.s.panel.OpenAll()
}

// HidePanel hides the panel if it is visible.
func (l Layout) HidePanel() {
	if !l.s.panel.IsHidden() {
		l.s.panel.Toggle()
	}
}
