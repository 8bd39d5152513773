package main

import (
	"fmt"
	"io"

	"skein/flock/metrics"
)

// printHunts prints what a flock did to others, and what others did to it.
func printHunts(w io.Writer, h *metrics.Hunts) {
	if h.Attacks > 0 {
		printLine(w, "attacks", "%d, %s a minute", h.Attacks, number(h.PerMinute))
		printLine(w, "strikes", "%d, %s of the attacks", h.Strikes, percent(h.StrikesShare))
		printLine(w, "near misses", "%d", h.NearMisses)
	}
	if h.Strikes > 0 {
		printLine(w, "speed at a strike", "mean %s m/s", number(h.StrikeSpeed))
	}
	if h.NearMisses > 0 {
		printLine(w, "near misses at", "median %s m", number(h.MissDistance))
	}
	if h.Splits+h.Reunited > 0 {
		printLine(w, "splits", "%d, into %s and %s on average", h.Splits, percent(h.SplitLargest), percent(h.SplitSecond))
		printLine(w, "reunited", "%d, after %s s (median)", h.Reunited, number(h.ReunitedSeconds))
	}
}

// printLine prints a line of a ledger.
func printLine(w io.Writer, label, format string, args ...any) {
	fmt.Fprintf(w, "%s\t"+format+"\n", append([]any{label}, args...)...)
}

func printLedger(w io.Writer, l *metrics.Ledger) {
	line := func(label, format string, args ...any) { printLine(w, label, format, args...) }
	line("escapes", "%d, %s a minute", l.Escapes, number(l.PerMinute))
	if l.Escapes == 0 {
		return
	}
	line("from the front", "%s", percent(l.FrontShare))
	if l.Closed > 0 {
		line("peak distance", "mean %s m, median %s m", number(l.MeanPeak), number(l.MedianPeak))
		line("followers per escape", "mean %s, %s of the flock", number(l.Followers), percent(l.FollowersShare))
	}
	if l.Reabsorbed > 0 {
		line("until reabsorbed", "mean %s s, median %s s", number(l.MeanSeconds), number(l.MedianSeconds))
	}
	line("abandoned", "%d of %d closed, %s", l.Abandoned, l.Closed, percent(l.AbandonedShare))
	line("open at the end", "%d", l.Open)
}
