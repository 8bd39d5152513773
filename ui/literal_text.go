//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// ImGui interprets texts as formats. These functions show a text literally.

func escapeFormat(text string) string { return strings.ReplaceAll(text, "%", "%%") }

func write(text string) { imgui.Text(escapeFormat(text)) }

func writeGrey(text string) { imgui.TextDisabled(escapeFormat(text)) }

func writeWrapped(text string) { imgui.TextWrapped(escapeFormat(text)) }

func tooltip(text string) { imgui.SetTooltip(escapeFormat(text)) }

// textField shows a text field, with a hint while it is empty. It reports whether Enter was pressed.
func textField(label, hint string, text *string) bool {
	return imgui.InputTextWithHint(label, hint, text, imgui.InputTextFlagsEnterReturnsTrue, nil)
}
