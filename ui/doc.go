// Package ui is the user interface: the panel's ImGui widgets, and the handling of keyboard, mouse
// and gamepad. It gets values, and returns edited copies and commands. It contains no state of
// the simulation.
//
// The window has four regions around the picture. Only legends and messages cover the picture.
//
//   - The right column is always there. At its top, the outliner lists everything in the scene. Below it,
//     Properties shows the selected object, which is the same in the outliner and in the picture. Each
//     setting belongs to one object, so there is only one place to look for it.
//   - The timeline and the playback buttons are below the picture.
//   - Wide windows for analysis (plots, ledger, messages) open between the picture and the timeline.
//   - Narrow windows for analysis (inspector, overlay, scorecard and others) open on the left. They do not
//     cover Properties, so that a user can study an escape and change a rule at the same time.
//
// A workspace is an arrangement of the regions for a purpose. It stores the changes that the user makes. See
// workspaces.go.
//
// Without cgo, or with the tag nowindow, the package is empty.
package ui
