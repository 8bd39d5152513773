//go:build cgo && !nowindow

package ui

import (
	"strings"

	"github.com/AllenDang/cimgui-go/imgui"
)

// ImGui interprets text as a format string. These functions show it literally.

func escapeFormat(text string) string { return strings.ReplaceAll(text, "%", "%%") }

func write(text string) { imgui.Text(escapeFormat(text)) }

func writeGrey(text string) { imgui.TextDisabled(escapeFormat(text)) }

// writeWrapped wraps text at the window's width. ImGui's own wrapping can break a line after a decimal point.
func writeWrapped(text string) {
	wrapped := wrap(text, imgui.ContentRegionAvail().X, textWidth)
	imgui.TextWrapped(escapeFormat(wrapped)) // breaks words that are too long
}

func textWidth(line string) float32 { return imgui.CalcTextSize(line).X }

func writeGreyWrapped(text string) {
	imgui.PushStyleColorVec4(imgui.ColText, present().dim)
	writeWrapped(text)
	imgui.PopStyleColor()
}

// wrap breaks text into lines of at most the given width. It keeps a number and its unit together.
func wrap(text string, width float32, measure func(line string) float32) string {
	var lines []string
	for _, paragraph := range strings.Split(text, "\n") {
		line := ""
		for _, word := range unbroken(paragraph) {
			if line != "" && measure(line+" "+word) > width {
				lines, line = append(lines, line), word
				continue
			}
			line = strings.TrimPrefix(line+" "+word, " ")
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n")
}

func unbroken(text string) (words []string) {
	for word := range strings.SplitSeq(text, " ") {
		n := len(words)
		if n > 0 && words[n-1] != "" && strings.IndexByte("0123456789", words[n-1][len(words[n-1])-1]) >= 0 {
			words[n-1] += " " + word
			continue
		}
		words = append(words, word)
	}
	return words
}

func tooltip(text string) {
	if !isBehindDialog() {
		imgui.SetTooltip(escapeFormat(text))
	}
}

func textField(label, hint string, text *string) bool {
	return imgui.InputTextWithHint(label, hint, text, imgui.InputTextFlagsEnterReturnsTrue, nil)
}
