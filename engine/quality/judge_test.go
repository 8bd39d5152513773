package quality

import (
	"image"
	"math"
	"slices"
	"testing"

	"skein/flock/look"
)

// judge simulates some seconds in which a Judge times pictures. The function duration returns the
// duration of a picture in a tier. judge returns the last tier and the number of changes.
func judge(j *Judge, situation Situation, seconds float64, duration func(look.Tier, int) float64) (end look.Tier, changes int) {
	old := j.Tier()
	for n := 0; seconds > 0; n++ {
		took := duration(j.Tier(), n)
		passed := max(took, 1.0/60)
		if j.Ask(situation, passed) {
			j.Note(j.Round(), took)
		}
		if j.Tier() != old {
			old = j.Tier()
			changes++
		}
		seconds -= passed
	}
	return old, changes
}

func constantTimes(draft, good, best float64) func(look.Tier, int) float64 {
	return func(t look.Tier, _ int) float64 {
		return map[look.Tier]float64{look.TierDraft: draft, look.TierGood: good, look.TierBest: best}[t]
	}
}

// slowStart returns a function that gives the duration longer for the first n pictures in each
// tier. For later pictures it gives the duration that then returns.
func slowStart(n int, longer float64, then func(look.Tier, int) float64) func(look.Tier, int) float64 {
	old, seen := look.TierAuto, 0
	return func(t look.Tier, k int) float64 {
		if t != old {
			old, seen = t, 0
		}
		if seen++; seen <= n {
			return longer
		}
		return then(t, k)
	}
}

// The judge chooses the best tier that is fast enough. It does not try a tier if the next worse
// tier is already too slow. It keeps its choice, even if the durations vary a lot.
func TestJudgeChooses(t *testing.T) {
	here := Situation{Size: image.Pt(1280, 720), Birds: 8}
	for what, c := range map[string]struct {
		duration func(look.Tier, int) float64
		end      look.Tier
		changes  int
	}{
		"software":                              {constantTimes(0.017, 0.2, 0.25), look.TierDraft, 0},
		"software, few pixels":                  {constantTimes(0.006, 0.08, 0.1), look.TierDraft, 0},
		"a slow GPU":                            {constantTimes(0.002, 0.02, 0.03), look.TierDraft, 2},
		"a fair GPU":                            {constantTimes(0.001, 0.004, 0.02), look.TierGood, 3},
		"a GPU in between":                      {constantTimes(0.001, 0.008, 0.02), look.TierGood, 1},
		"a fast GPU":                            {constantTimes(0.0005, 0.001, 0.002), look.TierBest, 2},
		"the first pictures of a tier are slow": {slowStart(3, 0.5, constantTimes(0.001, 0.002, 0.003)), look.TierBest, 2},
		"one picture in five is slow": {func(tier look.Tier, n int) float64 {
			if n%5 == 0 {
				return 0.1
			}
			return 0.002
		}, look.TierBest, 2},
		"times around the limit": {func(tier look.Tier, n int) float64 {
			if tier == look.TierGood {
				return 0.012 + 0.006*math.Sin(float64(n)/37)
			}
			return constantTimes(0.001, 0, 0.05)(tier, n)
		}, look.TierDraft, 2},
	} {
		var j Judge
		end, changes := judge(&j, here, 60, c.duration)
		if end != c.end || changes != c.changes {
			t.Errorf("%s: ends with tier %v after %d changes, want %v after %d", what, look.TierNames()[end], changes, look.TierNames()[c.end], c.changes)
		}
	}
}

// If a driver answers late, the judge makes the same choice. It ignores durations of pictures that
// were drawn before a change of the choice or the situation.
func TestJudgeGetsLateAnswers(t *testing.T) {
	const late = 7
	duration := map[look.Tier]float64{look.TierDraft: 0.001, look.TierGood: 0.004, look.TierBest: 0.02}
	type answer struct {
		at, round int
		took      float64
	}
	var j Judge
	var pending *answer
	here := Situation{Size: image.Pt(1280, 720)}
	var tiers []look.Tier
	for n := range 60 * 60 {
		asks := j.Ask(here, 1.0/60)
		if pending != nil && n >= pending.at+late {
			j.Note(pending.round, pending.took)
			pending = nil
		}
		if asks && pending == nil {
			pending = &answer{n, j.Round(), duration[j.Tier()]}
		}
		if len(tiers) == 0 || tiers[len(tiers)-1] != j.Tier() {
			tiers = append(tiers, j.Tier())
		}
	}
	if want := []look.Tier{look.TierDraft, look.TierGood, look.TierBest, look.TierGood}; !slices.Equal(tiers, want) {
		t.Errorf("the tiers were %v, want %v", tiers, want)
	}
	old := j.Round()
	j.Ask(Situation{Size: image.Pt(640, 360)}, 1.0/60)
	for range 2 * sampleCount {
		j.Note(old, 1)
	}
	if j.Tier() != look.TierGood {
		t.Errorf("answers about another size led to tier %v, want good", j.Tier())
	}
}

func TestJudgeGuesses(t *testing.T) {
	var j Judge
	if j.Guess(); j.Tier() != look.TierGood {
		t.Errorf("the guess is tier %v, want good", j.Tier())
	}
	j.Refuse()
	if j.Guess(); j.Tier() != look.TierDraft {
		t.Errorf("after a refusal, the guess is tier %v, want draft", j.Tier())
	}
}

func TestJudgeTriesAgain(t *testing.T) {
	var j Judge
	large, small := Situation{Size: image.Pt(3840, 2160)}, Situation{Size: image.Pt(640, 360)}
	slow, fast := constantTimes(0.003, 0.03, 0.03), constantTimes(0.001, 0.001, 0.001)
	if end, _ := judge(&j, large, 20, slow); end != look.TierDraft {
		t.Fatalf("a large picture is drawn in tier %v, want draft", end)
	}
	if end, changes := judge(&j, large, 20, fast); end != look.TierDraft || changes != 0 {
		t.Errorf("the tier became %v although the situation did not change", end)
	}
	if end, _ := judge(&j, small, 20, fast); end != look.TierBest {
		t.Errorf("a small picture is drawn in tier %v, want best", end)
	}
	if end, _ := judge(&j, large, 20, slow); end != look.TierDraft {
		t.Errorf("a large picture is later drawn in tier %v, want draft", end)
	}
	// a refused tier is not tried again
	j = Judge{}
	judge(&j, small, 0.3, fast)
	if j.Tier() == look.TierDraft {
		t.Fatal("no better tier was tried")
	}
	for j.Tier() != look.TierDraft {
		j.Refuse()
	}
	if end, changes := judge(&j, small, 20, fast); end != look.TierDraft || changes != 0 {
		t.Errorf("after a refusal, the tier became %v, want draft without a change", end)
	}
}

func TestJudgeSettles(t *testing.T) {
	var j Judge
	if j.Settled() {
		t.Error("the choice is settled before the first picture")
	}
	duration := constantTimes(0.001, 0.003, 0.03)
	judge(&j, Situation{Size: image.Pt(640, 360)}, 5, duration)
	if !j.Settled() || j.Tier() != look.TierGood {
		t.Errorf("after 5 s the tier is %v, settled: %v; want good, settled", j.Tier(), j.Settled())
	}
	if j.Ask(Situation{Size: image.Pt(1280, 720)}, 1.0/60); j.Settled() {
		t.Error("the choice is settled in a new situation")
	}
}
