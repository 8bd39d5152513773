package main

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress tells on standard error how far a command is: as a bar on a terminal,
// elsewhere as a line each tenth of the way.
type progress struct {
	g     *Globals
	what  string
	total int
	tenth int // said last
	began time.Time
	bar   *progressbar.ProgressBar
}

func newProgress(g *Globals, what string, total int) *progress {
	p := &progress{g: g, what: what, total: total, began: time.Now()}
	if !g.Quiet && isTerminal(g.Stderr) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(g.Stderr), progressbar.OptionSetDescription(what),
			progressbar.OptionShowCount(), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(66e6))
	}
	return p
}

// at says that done of the total are done.
func (p *progress) at(done int) {
	if p.bar != nil {
		_ = p.bar.Set(done) // a terminal that went away stops nothing
		return
	}
	if tenth := done * 10 / p.total; tenth > p.tenth {
		p.tenth = tenth
		p.g.say("%s: %d of %d%s", p.what, done, p.total, p.left(done))
	}
}

// left says how much longer it takes, if that is worth saying.
func (p *progress) left(done int) string {
	spent := time.Since(p.began)
	left := time.Duration(float64(spent) / float64(done) * float64(p.total-done))
	if left < 2*time.Second {
		return ""
	}
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// end leaves the terminal as it was.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
