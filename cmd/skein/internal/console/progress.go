package console

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/schollz/progressbar/v3"

	"skein/flock/message"
)

// Progress shows the progress of a command. On a terminal it is a bar, elsewhere a line for each tenth of the
// work. --progress selects another form.
type Progress struct {
	g         *Console
	what      string
	Total     int
	tenth     int
	began     time.Time
	last      time.Time
	bar       *progressbar.ProgressBar
	secondary bool // a side task, without machine-readable lines
}

const (
	jsonLines   = "json"
	openJDLines = "openjd"
)

// NewProgress returns the progress of work with the given number of steps. what describes it, such as
// "recording run.mcap".
func NewProgress(g *Console, what string, total int) *Progress {
	p := &Progress{g: g, what: what, Total: total, began: time.Now()}
	if !g.Quiet && !p.isMachineReadable() && isTerminal(g.Stderr) {
		p.bar = progressbar.NewOptions(total,
			progressbar.OptionSetWriter(unescaped(g.Stderr)), progressbar.OptionSetDescription(message.Line(what)),
			progressbar.OptionShowCount(), progressbar.OptionFullWidth(), progressbar.OptionClearOnFinish(),
			progressbar.OptionSetPredictTime(true), progressbar.OptionThrottle(66e6))
	}
	return p
}

func (p *Progress) isMachineReadable() bool {
	return p.g.Progress == jsonLines || p.g.Progress == openJDLines
}

// lineInterval is the minimum time between two machine-readable lines. Lines that name a file ignore it.
const lineInterval = 200 * time.Millisecond

// Update shows that this many steps are done.
func (p *Progress) Update(done int) {
	switch {
	case p.isMachineReadable():
		if done == p.Total || time.Since(p.last) >= lineInterval {
			p.line(done, "")
		}
	case p.bar != nil:
		_ = p.bar.Set(done) // an error only means that the terminal is gone
	default:
		if tenth := done * 10 / p.Total; tenth > p.tenth {
			p.tenth = tenth
			if p.secondary { // the steps are percentages
				p.g.Say("%s: %d %%%s", p.what, done, p.timeLeft(done))
				return
			}
			p.g.Say("%s: %d of %d%s", p.what, done, p.Total, p.timeLeft(done))
		}
	}
}

// Wrote shows that done steps are complete, and that the last step wrote a file.
func (p *Progress) Wrote(done int, file string) {
	if p.isMachineReadable() {
		p.line(done, file)
		return
	}
	p.Update(done)
}

// ProgressLine is a line of --progress json.
type ProgressLine struct {
	What    string  `json:"what"` // such as "recording run.mcap"
	Done    int     `json:"done"` // finished steps
	Total   int     `json:"total"`
	File    string  `json:"file,omitempty"` // written by the last step
	Seconds float64 `json:"seconds"`        // since the work began
	Left    float64 `json:"seconds_left"`   // estimated time left
}

func (p *Progress) line(done int, file string) {
	if p.secondary {
		return
	}
	p.last = time.Now()
	if p.g.Progress == openJDLines {
		status := p.what
		if file != "" {
			status = file
		}
		fmt.Fprintf(p.g.Stdout, "openjd_progress: %.1f\nopenjd_status: %s, %d of %d\n", 100*float64(done)/float64(p.Total), message.Line(status), done, p.Total)
		return
	}
	text, err := json.Marshal(ProgressLine{p.what, done, p.Total, file, time.Since(p.began).Seconds(), p.left(done).Seconds()})
	if err == nil {
		fmt.Fprintf(p.g.Stderr, "%s\n", escapeJSON(text))
	}
}

func (p *Progress) left(done int) time.Duration {
	return time.Duration(float64(time.Since(p.began)) / float64(max(done, 1)) * float64(p.Total-done))
}

func (p *Progress) timeLeft(done int) string {
	remaining := p.left(done)
	if remaining < 2*time.Second {
		return ""
	}
	return fmt.Sprintf(", %v left", remaining.Round(time.Second))
}

// End removes the bar from the terminal.
func (p *Progress) End() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
