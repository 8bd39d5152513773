package console

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"skein/flock/message"
)

// Progress shows the progress of a command: as a bar on a terminal, otherwise with a line for each tenth of
// the work.
type Progress struct {
	g     *Console
	what  string
	Total int
	tenth int // number of tenths that were printed
	began time.Time
	bar   *progressbar.ProgressBar
}

// NewProgress returns the progress of some work with the given number of steps. what describes the work,
// such as "recording run.mcap".
func NewProgress(g *Console, what string, total int) *Progress {
	p := &Progress{g: g, what: what, Total: total, began: time.Now()}
	if !g.Quiet && isTerminal(g.Stderr) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(unescaped(g.Stderr)), progressbar.OptionSetDescription(message.Line(what)),
			progressbar.OptionShowCount(), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(66e6))
	}
	return p
}

// Update shows that the given number of steps is done.
func (p *Progress) Update(done int) {
	if p.bar != nil {
		_ = p.bar.Set(done) // an error only means that the terminal is gone
		return
	}
	if tenth := done * 10 / p.Total; tenth > p.tenth {
		p.tenth = tenth
		p.g.Say("%s: %d of %d%s", p.what, done, p.Total, p.timeLeft(done))
	}
}

// timeLeft estimates the time left and returns it as text, or "" if it is less than 2 s.
func (p *Progress) timeLeft(done int) string {
	spent := time.Since(p.began)
	left := time.Duration(float64(spent) / float64(done) * float64(p.Total-done))
	if left < 2*time.Second {
		return ""
	}
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// End removes the bar from the terminal.
func (p *Progress) End() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
