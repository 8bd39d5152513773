package stats

import (
	"fmt"
	"io"

	"skein/cmd/skein/internal/words"
	"skein/flock/metrics"
)

func printHunts(w io.Writer, h *metrics.Hunts) {
	if h.Attacks > 0 {
		printLine(w, "attacks", "%d, %s per minute", h.Attacks, words.Number(h.PerMinute))
		printLine(w, "strikes", "%d, %s of the attacks", h.Strikes, words.Percent(h.StrikesShare))
		printLine(w, "near misses", "%d", h.NearMisses)
	}
	if h.Strikes > 0 {
		printLine(w, "speed at a strike", "mean %s m/s", words.Number(h.StrikeSpeed))
	}
	if h.NearMisses > 0 {
		printLine(w, "near miss distance", "median %s m", words.Number(h.MissDistance))
	}
	if h.Splits > 0 {
		printLine(w, "splits", "%d, into %s and %s on average", h.Splits, words.Percent(h.SplitLargest), words.Percent(h.SplitSecond))
	}
	switch {
	case h.Reunited > 0:
		printLine(w, "reunited", "%d, after %s s (median)", h.Reunited, words.Number(h.ReunitedSeconds))
	case h.Splits > 0:
		printLine(w, "reunited", "not during this run")
	}
}

func printLine(w io.Writer, label, format string, args ...any) {
	fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{label}, args...)...)
}

func printLedger(w io.Writer, l *metrics.Ledger) {
	line := func(label, format string, args ...any) { printLine(w, label, format, args...) }
	line("escapes", "%d, %s per minute", l.Escapes, words.Number(l.PerMinute))
	if l.Escapes == 0 {
		return
	}
	line("from the front", "%s", words.Percent(l.FrontShare))
	if l.Closed > 0 {
		line("peak distance", "mean %s m, median %s m", words.Number(l.MeanPeak), words.Number(l.MedianPeak))
		line("followers per escape", "mean %s, %s of the flock", words.Number(l.Followers), words.Percent(l.FollowersShare))
	}
	if l.Turns > 0 {
		line("turns of followers", "%d, delay median %s s, wave median %s m/s", l.Turns, words.Number(l.MedianDelay), words.Number(l.MedianWave))
	}
	if l.Reabsorbed > 0 {
		line("rejoined after", "mean %s s, median %s s", words.Number(l.MeanSeconds), words.Number(l.MedianSeconds))
	}
	switch {
	case l.Closed == 0:
		line("abandoned", "no escape has ended yet")
	case l.Abandoned == 0:
		line("abandoned", "none of %s that ended", words.Plural(l.Closed, "escape"))
	default:
		line("abandoned", "%d of %s that ended, %s", l.Abandoned, words.Plural(l.Closed, "escape"), words.Percent(l.AbandonedShare))
	}
	line("not ended", "%d", l.Open)
}
