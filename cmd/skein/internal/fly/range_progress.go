//go:build cgo && !nowindow

package fly

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"time"

	"skein/cmd/skein/internal/console"
)

type progress struct {
	what                string  // name of the work; empty means that no line has arrived
	first, last         float64 // finished steps in the first and the last line
	total               float64
	firstTime, lastTime time.Time
}

func (p *progress) note(line console.ProgressLine, now time.Time) {
	done, total := float64(line.Done), float64(line.Total)
	if p.total != total || done < p.last { // the first line of the work, or of its next part
		*p = progress{first: done, total: total, firstTime: now}
	}
	p.last, p.lastTime = min(done, total), now
	p.what = fmt.Sprintf("%s: %d of %d", line.What, line.Done, line.Total)
}

func (p *progress) pace() float64 {
	if seconds := p.lastTime.Sub(p.firstTime).Seconds(); seconds > 0 {
		return (p.last - p.first) / seconds
	}
	return 0
}

func (p *progress) share() float64 {
	if p.total == 0 {
		return 0
	}
	return p.last / p.total
}

func (p *progress) left(now time.Time) float64 {
	pace := p.pace()
	if pace == 0 {
		return 0
	}
	return max((p.total-p.last)/pace-now.Sub(p.lastTime).Seconds(), 0)
}

// jobOutput is the standard error of a process. It stores the progress, and the last line of other text.
type jobOutput struct {
	mu       sync.Mutex
	rest     []byte // beginning of an incomplete line
	stage    string // what the window itself does before it starts the process
	text     string
	progress progress
}

func (o *jobOutput) Write(b []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.rest = append(o.rest, b...)
	for {
		line, rest, whole := bytes.Cut(o.rest, []byte("\n"))
		if !whole {
			return len(b), nil
		}
		o.rest = rest
		var p console.ProgressLine
		if json.Unmarshal(line, &p) == nil && p.Total > 0 {
			o.progress.note(p, time.Now())
		} else if words := strings.Fields(string(line)); len(words) > 0 {
			o.text = strings.Join(words, " ")
		}
	}
}

// begin sets the name of the next stage of the job, which is shown until the process reports its progress.
func (o *jobOutput) begin(stage string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.stage, o.progress = stage, progress{}
}

// now returns what the job does and its progress. Other text of the process is not part of it, because that
// text is written for a terminal.
func (o *jobOutput) now() (string, progress) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return cmp.Or(o.progress.what, o.stage, "starting"), o.progress
}

func (o *jobOutput) lastText() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text
}
