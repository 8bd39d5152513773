package export

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"skein/flock"
)

func TestParseRate(t *testing.T) {
	for text, want := range map[string]Rate{
		"24": {24, 1}, "024": {24, 1}, "24.0": {24, 1}, "12.5": {25, 2}, "0.1": {1, 10}, "48/2": {24, 1}, "25/1.5": {50, 3},
		"30000/1001": {30000, 1001}, "24000/1001": {24000, 1001}, "60000/2002": {30000, 1001},
		"23.976": {24000, 1001}, "23.98": {24000, 1001}, "23.976024": {24000, 1001}, "29.97": {30000, 1001}, "29.970": {30000, 1001},
		"29.97003": {30000, 1001}, "47.95": {48000, 1001}, "59.94": {60000, 1001}, "119.88": {120000, 1001},
		"29.98": {1499, 50}, "24.97": {2497, 100}, "29.97/1": {2997, 100}, "0.001": {1, 1000}, "0.00001": {1, 100_000}, "1/3600": {1, 3600}, "10000": {10000, 1},
	} {
		got, err := ParseRate(text)
		if err != nil || got != want {
			t.Errorf("%s is read as %v (error %v), want %v", text, got, err, want)
		}
		if second, err := ParseRate(want.String()); err != nil || second != want {
			t.Errorf("%v is read back as %v (error %v)", want, second, err)
		}
	}
	for _, bad := range []string{
		"", "0", "-1", "+24", "nan", "inf", "1e9", "1e999999999", "24/0", "x", "24/", "/24", "24/1/1", "0x18", "1_000", ".", "2.4.0", " 24",
		"10000.1", "0.000009", "1/100001", "20000/1", "29.97123456789", "1000000007/1000000009000", "999999999999999999999/999999999999999999999",
	} {
		if got, err := ParseRate(bad); err == nil || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q is %v, %v", bad, got, err)
		}
	}
}

// Place, Upto and Seconds equal exact fractions, also for late frames.
func TestRateIsExact(t *testing.T) {
	for _, r := range []Rate{{24, 1}, {30000, 1001}, {24000, 1001}, {120000, 1001}, {1, 1000}, {1, 100_000}, {10000, 1}, {25, 2}, {rateLimit, rateLimit - 1}} {
		for _, of := range []int{1, 10, 24, 30, 60, 960, 1_000_000} {
			if r.Num < r.Den/1000 && of > 960 {
				continue // no recording is as long as this
			}
			for _, k := range []int{0, 1, 2, 29, 30, 1001, 30000, 107892, 9_999_999, 1<<31 - 2} {
				at := big.NewRat(int64(k)*int64(of), 1)
				at.Mul(at, big.NewRat(r.Den, r.Num))
				whole := new(big.Int).Quo(at.Num(), at.Denom())
				rest, _ := new(big.Rat).Sub(at, new(big.Rat).SetInt(whole)).Float64()
				most := func(n int64) int64 { return min(n, math.MaxInt) } // limited to the greatest int
				if i, share := r.Place(k, of); int64(i) != most(whole.Int64()) || share != rest {
					t.Errorf("frame %d at %v a second lies at frame %d + %v of %d a second, want %v + %v", k, r, i, share, of, whole, rest)
				}
				seconds, _ := new(big.Rat).Mul(big.NewRat(int64(k), 1), big.NewRat(r.Den, r.Num)).Float64()
				if got := r.Seconds(k); math.Abs(got-seconds) > seconds*0x1p-52 {
					t.Errorf("frame %d at %v is at %v s, want %v", k, r, got, seconds)
				}
				up := new(big.Rat).Mul(big.NewRat(int64(k), int64(of)), big.NewRat(r.Num, r.Den))
				whole.Quo(up.Num(), up.Denom())
				if n, on := r.Upto(k, of); int64(n) != most(whole.Int64()) || on != up.IsInt() {
					t.Errorf("recorded frame %d of %d a second comes after %d frames at %v, exactly: %t; want %v, %t", k, of, n, r, on, whole, up.IsInt())
				}
			}
		}
	}
}

// In a long export at a television rate, every 1001st recorded frame is unchanged.
func TestTelevision(t *testing.T) {
	const seconds = 1001
	r := newRecording(t, 30, 30*seconds+1, func(frame int, s *flock.Snapshot) {
		setBoids(s, Boid{Pos: mgl32.Vec3{float32(frame) / 30, 5, 0}, Vel: mgl32.Vec3{1, 0, 0}, Up: mgl32.Vec3{0, 1, 0}})
	})
	all := frames(t, r, Options{FPS: Rate{30000, 1001}})
	if n := len(all); n != 30001 || all[n-1].Place != 30*seconds || all[n-1].Seconds != seconds {
		t.Fatalf("there are %d frames, the last is %+v; want 30001 at the end", n, all[n-1])
	}
	for _, f := range all {
		k := int64(f.Number - 1)
		if want := float64(k*1001) / 30000; f.Seconds != want {
			t.Fatalf("frame %d is at %v s, want %v", f.Number, f.Seconds, want)
		}
		if k%1000 == 0 && f.Boids[0].Pos[0] != float32(k*1001/1000)/30 {
			t.Errorf("frame %d is at %v, want a recorded position", f.Number, f.Boids[0].Pos)
		}
	}
	part, err := NewSource(r, Options{FPS: Rate{30000, 1001}, Frames: []Range{{1002, 30031, 1}}})
	if err != nil {
		t.Fatal(err)
	}
	if n := part.Numbers(); n[0] != 1001 || n[len(n)-1] != 30001 {
		t.Errorf("recorded frames 1002 to 30031 become %d to %d, want 1001 to 30001", n[0], n[len(n)-1])
	}
}

func TestPattern(t *testing.T) {
	for name, want := range map[string]string{
		"a_%04d.png": "a_####.png", "dir%02d/%03d.csv": "dir%02d/###.csv", "a%d.exr": "a#.exr", "a_%04d_v2.png": "a_####_v2.png", "%01d": "#", "a_##.png": "a_##.png", "a.png": "a.png",
		"100%.png": "100%.png", "50%done.png": "50%done.png", "%%.png": "%%.png", "": "",
	} {
		if got, err := Pattern(name); err != nil || got != want {
			t.Errorf("%q is read as the pattern %q (error %v), want %q", name, got, err, want)
		}
	}
	for _, bad := range []string{"a_%4d.png", "%0d.png", "%00d.png", "%0999d.png", "%099999999999999999999d.png", "a_##_##.png", "%04d_%04d.png", "##_%04d.png"} {
		if got, err := Pattern(bad); err == nil || !strings.Contains(err.Error(), "%04d") {
			t.Errorf("%q is %q, %v", bad, got, err)
		}
	}
}
