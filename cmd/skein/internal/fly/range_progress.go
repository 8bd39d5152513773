//go:build cgo && !nowindow

package fly

import (
	"regexp"
	"strconv"
	"strings"
	"time"
)

// progress is the progress that lines such as "rendering a.mp4: 30 of 120" report.
type progress struct {
	first, last         float64 // steps that the first and the last line reported as done
	total               float64
	firstTime, lastTime time.Time
}

// withoutTimeLeft removes the time left from a line of progress, because the dialog shows its own.
func withoutTimeLeft(line string) string {
	if k := strings.LastIndex(line, ", "); k >= 0 && strings.HasSuffix(line, " left") {
		return line[:k]
	}
	return line
}

// note stores the progress that a line reports, if it reports any.
func (p *progress) note(line string, now time.Time) {
	m := regexp.MustCompile(`(\d+) of (\d+)`).FindStringSubmatch(line)
	if m == nil {
		return
	}
	done, _ := strconv.ParseFloat(m[1], 64)
	total, _ := strconv.ParseFloat(m[2], 64)
	if total <= 0 {
		return
	}
	if p.total != total || done < p.last {
		*p = progress{first: done, total: total, firstTime: now}
	}
	p.last, p.lastTime = min(done, total), now
}

// pace returns the number of steps per second between the first and the last line; 0 is unknown.
func (p *progress) pace() float64 {
	if seconds := p.lastTime.Sub(p.firstTime).Seconds(); seconds > 0 {
		return (p.last - p.first) / seconds
	}
	return 0
}

// share returns the finished share of the work, from 0 to 1. Between two lines it grows at the pace so far,
// by at most a tenth.
func (p *progress) share(now time.Time) float64 {
	if p.total == 0 {
		return 0
	}
	since := min(p.pace()*now.Sub(p.lastTime).Seconds(), p.total/10)
	return min((p.last+since)/p.total, 1)
}

// left returns the time that is left, in s; 0 is unknown.
func (p *progress) left(now time.Time) float64 {
	pace := p.pace()
	if pace == 0 {
		return 0
	}
	return max((p.total-p.last)/pace-now.Sub(p.lastTime).Seconds(), 0)
}
