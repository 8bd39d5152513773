//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// ImGui interprets texts as formats. These functions show a text literally.

func asIs(text string) string { return strings.ReplaceAll(text, "%", "%%") }

func write(text string) { imgui.Text(asIs(text)) }

func faint(text string) { imgui.TextDisabled(asIs(text)) }

func wrapped(text string) { imgui.TextWrapped(asIs(text)) }

func tip(text string) { imgui.SetTooltip(asIs(text)) }

// entered shows a text field, with a hint while it is empty. It reports whether Enter was pressed.
func entered(label, hint string, text *string) bool {
	return imgui.InputTextWithHint(label, hint, text, imgui.InputTextFlagsEnterReturnsTrue, nil)
}
