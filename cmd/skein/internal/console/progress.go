package console

import (
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"skein/flock/message"
)

// Progress tells on standard error how far a command is: as a bar on a terminal,
// elsewhere as a line each tenth of the way.
type Progress struct {
	g     *Console
	what  string
	Total int
	tenth int // said last
	began time.Time
	bar   *progressbar.ProgressBar
}

// NewProgress returns a progress bar for so many steps of some work, such as
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

// At says that done of the total are done.
func (p *Progress) At(done int) {
	if p.bar != nil {
		_ = p.bar.Set(done) // a terminal that went away stops nothing
		return
	}
	if tenth := done * 10 / p.Total; tenth > p.tenth {
		p.tenth = tenth
		p.g.Say("%s: %d of %d%s", p.what, done, p.Total, p.left(done))
	}
}

// left returns how much longer it takes, if that is worth saying.
func (p *Progress) left(done int) string {
	spent := time.Since(p.began)
	left := time.Duration(float64(spent) / float64(done) * float64(p.Total-done))
	if left < 2*time.Second {
		return ""
	}
	return fmt.Sprintf(", %v left", left.Round(time.Second))
}

// End leaves the terminal as it was.
func (p *Progress) End() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
