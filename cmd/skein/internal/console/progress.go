package console

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"skein/flock/message"
)

// Progress shows how far a command is: as a bar on a terminal, otherwise as a line for each tenth
// of the work.
type Progress struct {
	g     *Console
	what  string
	Total int
	tenth int // the last tenth that was printed
	began time.Time
	bar   *progressbar.ProgressBar
}

// NewProgress returns a progress bar for work of total steps. what describes it, such as
// "recording run.mcap".
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

// Update shows that done steps are finished.
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

// timeLeft returns text on the time left, if it is at least 2 s.
func (p *Progress) timeLeft(done int) string {
	spent := time.Since(p.began)
	left := time.Duration(float64(spent) / float64(done) * float64(p.Total-done))
	if left < 2*time.Second {
		return ""
	}
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// End removes the bar.
func (p *Progress) End() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
