package tracks

import (
	"context"
	"math"
	"strings"
	"testing"
)

// In each format, the rows' times are two seconds apart. x identifies the row.
func TestTimes(t *testing.T) {
	for name, text := range map[string]string{
		"clock":         "id,time,x,y\n1,12:34:58.5,0,0\n1,12:34:59.5,1,0\n1,12:35:00.5,2,0\n",
		"one digit":     "id,time,x,y\n1,9:59:59,0,0\n1,10:00:00,1,0\n1,10:00:01,2,0\n",
		"comma":         "id;clock;x;y\n1;12:34:58,5;0;0\n1;12:34:59,5;1;0\n1;12:35:00,5;2;0\n",
		"noon":          "id,time,x,y\n1,11:59:59 AM,0,0\n1,12:00:00 PM,1,0\n1,12:00:01 PM,2,0\n",
		"midnight":      "id,time,x,y\n1,23:59:59,0,0\n1,00:00:00,1,0\n1,00:00:01,2,0\n",
		"backwards":     "id,time,x,y\n1,00:00:01,2,0\n1,00:00:00,1,0\n1,23:59:59,0,0\n",
		"dates":         "id,date,time,x,y\n1,2019-12-31,23:59:59,0,0\n1,2020-01-01,00:00:00,1,0\n1,2020-01-01,00:00:01,2,0\n",
		"spaces":        "id date time x y\n1 2020/02/28 23:59:59 0 0\n1 2020/02/29 00:00:00 1 0\n1 2020/02/29 00:00:01 2 0\n",
		"digits":        "id,Day,UTC Time,x,y\n1,20200229,23:59:59,0,0\n1,20200301,00:00:00,1,0\n1,20200301,00:00:01,2,0\n",
		"german":        "id;Date;Time;x;y\n1;31.01.2020;23:59:59;0;0\n1;01.02.2020;00:00:00;1;0\n1;01.02.2020;00:00:01;2;0\n",
		"month":         "id,date,time,x,y\n1,31-Jan-2020,23:59:59,0,0\n1,1-Feb-2020,00:00:00,1,0\n1,1-Feb-2020,00:00:01,2,0\n",
		"date alone":    "id,date,x,y\n1,2019-12-31 23:59:59,0,0\n1,2020-01-01 00:00:00,1,0\n1,2020-01-01 00:00:01,2,0\n",
		"whole and day": "id,date,timestamp,x,y\n1,1/1/20,2019-12-31 23:59:59,0,0\n1,1/1/20,2020-01-01 00:00:00,1,0\n1,1/1/20,2020-01-01 00:00:01,2,0\n",
		"seconds":       "id,date,time,x,y\n1,1/1/20,5,0,0\n1,1/1/20,6,1,0\n1,1/1/20,7,2,0\n",
	} {
		tracks, frames := all(t, save(t, "a.csv", text), Options{})
		if tracks.FPS != 1 || len(frames) != 3 {
			t.Errorf("%s: there are %d frames at %d a second, want 3 at 1", name, len(frames), tracks.FPS)
			continue
		}
		for k := range frames {
			if got := frames[k].Pos[0][0]; got != float32(k) {
				t.Errorf("%s: frame %d: the bird is at x = %v, want %d", name, k+1, got, k)
			}
		}
		if noted := strings.Contains(strings.Join(tracks.Notes, "\n"), "pass midnight once"); noted != (name == "midnight" || name == "backwards") {
			t.Errorf("%s: the notes are %q", name, tracks.Notes)
		}
	}
}

// Times of day without dates pass midnight together for two birds, in any order of rows. x is in hours after
// the first noon.
func TestClocksOfTwoBirds(t *testing.T) {
	for name, rows := range map[string]string{
		"by bird":     "a,21:00:00,9,0\na,22:00:00,10,0\na,23:00:00,11,0\na,00:00:00,12,0\na,01:00:00,13,0\nb,22:00:00,10,5\nb,23:00:00,11,5\nb,00:00:00,12,5\n",
		"by time":     "a,21:00:00,9,0\na,22:00:00,10,0\nb,22:00:00,10,5\na,23:00:00,11,0\nb,23:00:00,11,5\na,00:00:00,12,0\nb,00:00:00,12,5\na,01:00:00,13,0\n",
		"late":        "a,23:00:00,11,0\na,00:00:00,12,0\nb,00:00:00,12,5\na,01:00:00,13,0\nb,01:00:00,13,5\n",
		"long nights": "a,16:00:00,4,0\na,19:00:00,7,0\na,22:00:00,10,0\na,01:00:00,13,0\na,04:00:00,16,0\na,07:00:00,19,0\nb,16:00:00,4,5\nb,19:00:00,7,5\n",
	} {
		r, err := read(context.Background(), save(t, "a.csv", "id,time,x,y\n"+rows), &Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range r.samples {
			if want := (12 + s.pos[0]) * 3600; math.Abs(s.time-want) > 1e-9 {
				t.Errorf("%s: row %d is at %v s, want %v", name, s.row, s.time, want)
			}
		}
	}
}

// Times in an unknown format, or in two formats, are an error that lists the known formats.
func TestTimesRefused(t *testing.T) {
	for text, want := range map[string]string{
		"id,time,x,y\n1,05:30,0,0\n":                                         `:2: time is "05:30"`, // minutes or hours
		"id,time,x,y\n1,25:00:00,0,0\n":                                      `:2: time is "25:00:00": must be seconds, a time such as`,
		"id,time,x,y\n1,05:00:00,0,0\n1,2019-01-01 05:00:01,0,0\n":           `:3: time is "2019-01-01 05:00:01"`,
		"id,date,time,x,y\n1,01/02/2020,05:00:00,0,0\n":                      `:2: date is "01/02/2020": must be a date such as 2019-06-01`,
		"id,date,time,x,y\n1,2020-01-01,5:00:00,0,0\n1,,5:00:01,0,0\n":       `:3: date is ""`,
		"id,date,time,x,y\n1,2020-01-01,5:00:00,0,0\n1,20200101,5:00:01,0,0": `:3: date is "20200101"`,
	} {
		if _, err := Read(context.Background(), save(t, "a.csv", text), Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want %s", err, want)
		}
	}
}
