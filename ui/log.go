//go:build cgo && !nowindow

package ui

import (
	"fmt"
	"strings"
	"time"

	"github.com/AllenDang/cimgui-go/imgui"
)

const logLimit = 1000

const statusTime = 20 * time.Second

type messages struct {
	all []message
	drawer
}

type message struct {
	time  time.Time
	text  string
	times int
}

func (m *messages) add(text string) {
	if n := len(m.all); n > 0 && m.all[n-1].text == text {
		m.all[n-1].times++
		m.all[n-1].time = time.Now()
		return
	}
	m.all = append(m.all, message{time.Now(), text, 1})
	if len(m.all) > logLimit {
		m.all = m.all[len(m.all)-logLimit:]
	}
}

func (m *messages) recent(now time.Time) string {
	if n := len(m.all); n > 0 && now.Sub(m.all[n-1].time) < statusTime {
		return m.all[n-1].text
	}
	return ""
}

func (m *messages) lines() string {
	var b strings.Builder
	for _, message := range m.all {
		b.WriteString(message.line() + "\n")
	}
	return b.String()
}

func (m *message) line() string {
	line := m.time.Format("15:04:05") + "  " + m.text
	if m.times > 1 {
		line += fmt.Sprintf("  (%d times)", m.times)
	}
	return line
}

func (p *Panel) messages() {
	p.drawer("Messages", &p.log.drawer, func() {
		p.button("Copy", "log.copy", func() { imgui.SetClipboardText(p.log.lines()) })
		imgui.SameLine()
		p.button("Clear", "log.clear", func() { p.log.all = nil })
		imgui.Separator()
		imgui.PushTextWrapPos()
		for i := range p.log.all {
			write(p.log.all[i].line())
		}
		imgui.PopTextWrapPos()
		p.mark("log.end")
		if imgui.ScrollY() >= imgui.ScrollMaxY()-imgui.FontSize() {
			imgui.SetScrollHereYV(1)
		}
	})
}
