// Package ui is the user interface: the panel's ImGui widgets, and the handling of keyboard, mouse
// and gamepad. It gets values, and returns edited copies and commands. It owns nothing of the
// simulation.
//
// The window has four regions around the picture, and nothing but legends and messages lies over it:
//
//   - The right column is always there. The outliner above lists everything in the scene. Properties
//     below show the selection, which is one object in the outliner as in the picture. So there is one
//     place to look for any setting: where its object is.
//   - The timeline with the transport lies below the picture.
//   - Wide analysis (plots, ledger, messages) opens between the picture and the timeline.
//   - Narrow analysis (inspector, overlay, scorecard and others) opens on the left. It does not replace
//     Properties, because a study of an escape and a change of a rule belong together.
//
// A workspace arranges the regions for a purpose and remembers what the user changed in it. See
// workspaces.go.
//
// Without cgo, or with the tag nowindow, the package is empty.
package ui
