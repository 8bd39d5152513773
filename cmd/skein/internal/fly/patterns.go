//go:build cgo && !nowindow

package fly

import (
	"fmt"

	"skein/flock/metrics"
	"skein/flock/metrics/live"
	"skein/flock/metrics/pattern"
	"skein/ui"
)

type patternLines struct {
	news    *live.News
	entries []metrics.Entry
	marks   []ui.Mark
}

func (l *patternLines) update(news *live.News, species []string, tickRate int) {
	if l.news == news {
		return
	}
	*l = patternLines{news: news}
	for i := range news.Patterns {
		e := &news.Patterns[i]
		l.entries = append(l.entries, e.Entry(e.Flock, tickRate))
		l.marks = append(l.marks, patternMark(e, species))
	}
}

func patternMark(e *live.PatternEvent, species []string) ui.Mark {
	length := fmt.Sprintf("%.1f s", e.Seconds())
	if e.Open {
		length += " so far"
	}
	text := fmt.Sprintf("%s, %s, %d birds", e.Kind, length, e.Birds)
	if e.Kind == pattern.WaveEvent {
		text += fmt.Sprintf(", %.1f m/s", e.Speed)
	}
	if len(species) > 1 {
		text = species[min(e.Flock, len(species)-1)] + ": " + text
	}
	return ui.Mark{Kind: ui.Patterns, Seconds: e.From, Until: e.To, Text: text, Boid: metrics.NoBoid}
}
