//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// ImGui takes a text for a format: these write it as it is, whatever signs it has.

func asIs(text string) string { return strings.ReplaceAll(text, "%", "%%") }

func write(text string) { imgui.Text(asIs(text)) }

func faint(text string) { imgui.TextDisabled(asIs(text)) }

func wrapped(text string) { imgui.TextWrapped(asIs(text)) }

func tip(text string) { imgui.SetTooltip(asIs(text)) }

// entered returns a line of text to be typed, with a hint while it is empty. It says whether
// Enter was pressed in it.
func entered(label, hint string, text *string) bool {
	return imgui.InputTextWithHint(label, hint, text, imgui.InputTextFlagsEnterReturnsTrue, nil)
}
