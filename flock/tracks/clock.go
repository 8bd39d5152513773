package tracks

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

const daySeconds = 24 * 60 * 60

func timeFormats() []string {
	return []string{time.RFC3339Nano, "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02T15:04:05"}
}

func clockFormats() []string { return []string{"15:04:05", "3:04:05 PM"} }

func dateFormats() []string {
	return []string{"2006-01-02", "2006/01/02", "2006.01.02", "20060102", "02.01.2006", "2-Jan-2006", "2 Jan 2006"}
}

// parseTime parses a time in the first format that matches, and stores this format in *known. If *known is
// set, parseTime accepts only that format.
func parseTime(text string, formats []string, known *string) (time.Time, bool) {
	for _, f := range formats {
		if *known != "" && *known != f {
			continue
		}
		if t, err := time.Parse(f, text); err == nil {
			*known = f
			return t, true
		}
	}
	return time.Time{}, false
}

// time stores the row's time in s, in seconds since a common origin. For times of day without dates, the
// origin is midnight, and setDays adds days later.
func (r *reader) time(s *sample) (err error) {
	if !r.columns.hasAll(Time) {
		n, err := r.number(Number)
		s.time = n / r.o.rate()
		return err
	}
	x := r.cells[Time]
	if x.kind != text {
		s.time, err = r.number(Time)
		if err == nil && math.Abs(s.time) > 1e12 {
			err = r.fail("time %g s is out of range", s.time)
		}
		return err
	}
	if r.clock == "" {
		if t, ok := parseTime(x.text, timeFormats(), &r.moment); ok {
			s.time = float64(t.Unix()) + float64(t.Nanosecond())/1e9
			return nil
		}
	}
	if r.moment == "" {
		if t, ok := parseTime(x.text, clockFormats(), &r.clock); ok {
			s.time, err = r.date()
			s.time += float64(t.Hour()*3600+t.Minute()*60+t.Second()) + float64(t.Nanosecond())/1e9
			return err
		}
	}
	return r.failUnreadable("time is %.40q: must be seconds, a time such as 2019-06-01T05:20:30.25Z, or a time of day such as 05:20:30.25"+hintSkipRows, x.text)
}

// date returns the start of the row's day in seconds, or 0 if the table has no dates.
func (r *reader) date() (float64, error) {
	x := r.cells[Date]
	if x == nil {
		return 0, nil
	}
	name := x.text
	if name == "" && x.kind == number { // such as 20190601, in a Parquet file
		name = strconv.FormatFloat(x.number, 'f', -1, 64)
	}
	t, ok := parseTime(name, dateFormats(), &r.day)
	if !ok {
		return 0, r.failUnreadable("date is %.40q: must be a date such as 2019-06-01, 20190601 or 01.06.2019"+hintSkipRows, name)
	}
	return float64(t.Unix()), nil
}

func (r *reader) hasBareClocks() bool { return r.clock != "" && !r.columns.hasAll(Date) }

// setDays adds days to times of day without dates, row by row. A row gets the day nearest to the previous row
// of its bird. The first row of a bird gets a day between the times of earlier rows or, if there is none, the
// day nearest to the previous row of any bird.
func (r *reader) setDays() {
	if !r.hasBareClocks() {
		return
	}
	last := map[int32]float64{}
	low, high := r.samples[0].time, r.samples[0].time
	previous := low
	for k := range r.samples {
		s := &r.samples[k]
		own, known := last[s.bird]
		if !known {
			own = previous
		}
		s.time += float64(daySeconds * math.Round((own-s.time)/daySeconds))
		if !known {
			s.time = dayWithin(s.time, low, high)
		}
		low, high = min(low, s.time), max(high, s.time)
		last[s.bird], previous = s.time, s.time
	}
	r.days = int(math.Floor(high/daySeconds) - math.Floor(low/daySeconds))
}

func dayWithin(seconds, low, high float64) float64 {
	for _, days := range []float64{0, -1, 1} {
		if t := seconds + float64(days*daySeconds); t >= low && t <= high {
			return t
		}
	}
	return seconds
}

func (r *reader) dayNote() string {
	switch r.days {
	case 0:
		return ""
	case 1:
		return "the times have no dates, and pass midnight once"
	}
	return fmt.Sprintf("the times have no dates, and pass midnight %d times", r.days)
}
