//go:build cgo && !nowindow

package ui

import (
	"testing"

	"skein/flock"
	"skein/flock/metrics"
)

// announced adds the method at to an announcement, for tests. The flock has 1,000 boids and 60 ticks a
// second.
type announced struct{ announcement }

func (a *announced) at(seconds float64, escapes ...flock.OpenEscape) (text string, opacity float32) {
	a.update(seconds, int64(60*seconds), 60, escapes, func(e *flock.OpenEscape) float64 { return float64(e.Followers) / 1000 })
	return a.text("", false), a.opacity(seconds)
}

func TestLeaderIsAnnounced(t *testing.T) {
	var a announced
	leader := flock.OpenEscape{Boid: 1182, Began: 600, Followers: 40}
	if _, seen := a.at(10.5, leader); seen != 0 {
		t.Errorf("40 of 1,000 follow: the opacity is %v, want 0", seen)
	}
	leader.Followers = 240
	a.at(11, leader)
	if text, seen := a.at(11.4, leader); seen != 1 || text != "Boid 1182 leads. 240 birds follow." {
		t.Errorf("240 follow: the text is %q with the opacity %v, want the announcement", text, seen)
	}
	leader.Followers, leader.WaveSpeed = 1240, 23.7
	const want = "Boid 1182 leads. 1,240 birds follow, and the turn spreads at 24 m/s."
	if text, _ := a.at(12, leader); text != want {
		t.Errorf("more follow: the text is %q, want the new numbers", text)
	}
	const over = "Boid 1182 led. 1,240 birds followed, and the turn spread at 24 m/s."
	for _, c := range []struct {
		at       float64
		from, to float32
	}{{17, 1, 1}, {18.5, 0.2, 0.9}, {20, 0, 0}, {60, 0, 0}} {
		if text, seen := a.at(c.at); text != over || seen < c.from || seen > c.to {
			t.Errorf("at %v s, after the escape, the text is %q with the opacity %v, want the past tense, and the line to stay and fade", c.at, text, seen)
		}
	}
}

// The sentence says "leads" only while the boid leads. After the escape, it shows the number of followers
// in the ledger, which may be larger by one. For a recording, it counts the followers of the whole escape.
func TestAnnouncementAgreesWithTheLedger(t *testing.T) {
	a := announcement{escape: flock.OpenEscape{Boid: 5, Began: 600, Followers: 40}, shown: true}
	entry := metrics.Entry{Kind: metrics.Escapes, Boid: 5, Tick: 600, Status: metrics.Away}
	ended := entry
	ended.Status, ended.Followers = metrics.Reabsorbed, 41
	for _, c := range []struct {
		joined, whole, over bool
		entry               metrics.Entry
		want                string
	}{
		{false, false, false, entry, "Boid 5 leads. 40 birds follow."},
		{false, true, false, ended, "Boid 5 leads. 40 birds follow during its escape."},
		{true, false, false, entry, "Boid 5 led. 40 birds followed."},
		{true, false, true, entry, "Boid 5 led. 40 birds followed."},
		{true, false, true, ended, "Boid 5 led. 41 birds followed."},
	} {
		now := a
		now.joined, now.whole, now.over = c.joined, c.whole, c.over
		now.close([]metrics.Entry{{Kind: metrics.Escapes, Boid: 6, Tick: 600, Status: metrics.Reabsorbed, Followers: 3}, c.entry})
		if got := now.text("", false); got != c.want {
			t.Errorf("%+v: %q, want %q", c, got, c.want)
		}
	}
	if got := a.text("goose", false); got != "Boid 5 (goose) leads. 40 birds follow." {
		t.Errorf("with the name of the flock, the sentence is %q", got)
	}
}

// Each escape is announced once. An escape that began long ago, or before the last announced one, is not
// announced.
func TestEscapeIsAnnouncedOnce(t *testing.T) {
	var a announced
	old, new := flock.OpenEscape{Boid: 1, Began: 60, Followers: 300}, flock.OpenEscape{Boid: 2, Began: 120, Followers: 400}
	a.at(2, old, new)
	for _, now := range []float64{3, 9, 11, 20} {
		if text, _ := a.at(now, old, new); text != "Boid 2 leads. 400 birds follow." {
			t.Errorf("at %v s: %q", now, text)
		}
	}
	if _, seen := a.at(20, old, new); seen != 0 {
		t.Errorf("an escape is announced again with the opacity %v, want 0", seen)
	}
	if _, seen := a.at(30, flock.OpenEscape{Boid: 3, Began: 60 * 21, Followers: 500}); seen != 0 {
		t.Errorf("an escape that began 9 s ago is announced with the opacity %v, want 0", seen)
	}
	a.at(1, old) // the flock was restarted
	if text, seen := a.at(1.5, old); text != "Boid 1 leads. 300 birds follow." || seen != 1 {
		t.Errorf("after a restart, the text is %q with the opacity %v, want the announcement", text, seen)
	}
}

func TestAnnouncementsDoNotFlicker(t *testing.T) {
	var a announced
	var escapes []flock.OpenEscape
	last, since := "", 0.0
	for k := range 600 { // a new leader every 0.2 s, for a minute
		now := 1 + 0.1*float64(k)
		if k%2 == 0 {
			escapes = append(escapes, flock.OpenEscape{Boid: k, Began: int64(60 * now), Followers: 200})
		}
		text, seen := a.at(now, escapes...)
		switch {
		case k > 5 && seen < 1:
			t.Fatalf("at %.1f s the opacity is %v, want 1", now, seen)
		case text != last:
			if k > 0 && now-since < announcementLeast-0.001 {
				t.Fatalf("%q stays for only %.1f s", last, now-since)
			}
			last, since = text, now
		}
	}
	if since < 50 {
		t.Errorf("the last announcement came at %.1f s, want at least 50 s", since)
	}
}

func TestFollowingText(t *testing.T) {
	for _, c := range []struct {
		escape   flock.OpenEscape
		recorded bool
		want     string
	}{
		{flock.OpenEscape{}, false, "0 birds followed so far"},
		{flock.OpenEscape{Followers: 12, Delay: 0.4}, false, "12 birds followed so far, after 0.40 s on average"},
		{flock.OpenEscape{Followers: 1240, Delay: 0.82, WaveSpeed: 23.7}, false,
			"1,240 birds followed so far, after 0.82 s on average; the turn spreads at 23.7 m/s"},
		{flock.OpenEscape{Followers: 12, Delay: 0.4}, true, "12 birds followed in total, after 0.40 s on average"},
	} {
		if got := followingText(&c.escape, c.recorded); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestWithCommas(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 30082: "30,082", 1234567: "1,234,567"} {
		if got := WithCommas(n); got != want {
			t.Errorf("%d is written as %q, want %q", n, got, want)
		}
	}
}
