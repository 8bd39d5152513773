package schedule

import "testing"

// A condition stays the same when it is written and parsed.
func FuzzCondition(f *testing.F) {
	for _, text := range []string{"polarization < 0.8", "distance tower < 30", "speed>9", "height > 1e3", "leading < -0", "a b c < 1", "< 1", "spread < 0x1p-3"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := ParseCondition(text)
		if err != nil {
			return
		}
		second, err := ParseCondition(c.String())
		if err != nil || second != c {
			t.Fatalf("%q is parsed as %q, but this text as %q (error %v)", text, &c, &second, err)
		}
	})
}
