package export

import (
	"reflect"
	"testing"
)

// The option Start changes only frame numbers.
func TestFramesCountFromTheStart(t *testing.T) {
	r := recordWorld(t, 20)
	for _, c := range []struct {
		rate        Rate
		list, plain string
	}{
		{Rate{}, "1003-1007", "3-7"}, {Rate{}, "1001-1020:5", "1-20:5"}, {Rate{}, "1018-", "18-"},
		{Whole(24), "1003-1007", "3-7"}, {Rate{30000, 1001}, "1001-1010", "1-10"},
	} {
		shifted, err := ParseFrames(c.list)
		if err != nil {
			t.Fatal(err)
		}
		plain, err := ParseFrames(c.plain)
		if err != nil {
			t.Fatal(err)
		}
		got := frames(t, r, Options{Start: 1001, Frames: shifted, FPS: c.rate})
		want := frames(t, r, Options{Frames: plain, FPS: c.rate})
		if len(got) != len(want) || got[0].Number != want[0].Number+1000 {
			t.Fatalf("%s at %v: %d frames from %d, want %d from %d", c.list, c.rate, len(got), got[0].Number, len(want), want[0].Number+1000)
		}
		for k := range got {
			got[k].Number -= 1000
			if !reflect.DeepEqual(got[k], want[k]) {
				t.Fatalf("%s at %v: frame %d differs from frame %d without another start", c.list, c.rate, got[k].Number+1000, want[k].Number)
			}
		}
	}
	early, _ := ParseFrames("1-3")
	if _, err := NewSource(r, Options{Start: 1001, Frames: early}); err == nil || err.Error() != "frames 1-3: the recording has 1001-1020" {
		t.Errorf("frames 1-3 that count from 1001: %v", err)
	}
	layer := readUSDFile(t, exportUSD(t, r, "run.usda", Options{Start: 1001}))
	if first, last := layer.layerValue(t, "startTimeCode"), layer.layerValue(t, "endTimeCode"); first != "1001" || last != "1020" {
		t.Errorf("the time codes are %s to %s, want 1001 to 1020", first, last)
	}
	if times := layer.at(t, "Flock/Birds").samples(t, "point3f[] positions").times; times[0] != 1001 || times[19] != 1020 {
		t.Errorf("the samples are at %g to %g, want 1001 to 1020", times[0], times[19])
	}
}
