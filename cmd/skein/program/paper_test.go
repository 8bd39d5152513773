package program

import (
	"encoding/json"
	"testing"

	"skein/flock"
	"skein/flock/metrics"
	"skein/flock/scenario/testscene"
	"skein/flock/snapshots"
)

// The scene "paper" behaves as the paper claims. With X = 0 nobody leads, and the flock stays together.
// With a small X, the others follow the leaders, and most leaders are reabsorbed. With a large X the flock
// breaks apart. Ten measurements per second give the same means as thirty, to three digits.
func TestPaperShowsWhatItClaims(t *testing.T) {
	out := must(t, "stats", "paper", "--sweep", "X=0,0.33,0.5", "--seconds", "40", "--seeds", "4,1001", "--fps", "10", "--json", "-q")
	var all struct {
		Rows []struct {
			Set      map[string]float64
			Measures map[string]struct{ Mean float64 }
			Ledger   metrics.Ledger
		}
	}
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all.Rows) != 3 {
		t.Fatalf("%v: %d rows", err, len(all.Rows))
	}
	none, some, many := &all.Rows[0], &all.Rows[1], &all.Rows[2]
	if none.Ledger.Escapes > 0 || none.Measures["clusters"].Mean > 1.05 || none.Measures["nearest"].Mean < 0.7 {
		t.Errorf("without leadership the ledger is %+v and the measures are %v; want no escape and one dense flock", none.Ledger, none.Measures)
	}
	if l := some.Ledger; l.Followers < 1 || l.PerMinute < 2 || l.PerMinute > 30 || l.AbandonedShare > 0.2 || some.Measures["largest_share"].Mean < 0.95 {
		t.Errorf("with some leadership the ledger is %+v and the measures are %v; want 2 to 30 escapes a minute and one flock", l, some.Measures)
	}
	if m := many.Measures; m["largest_share"].Mean > 0.85 || m["clusters"].Mean < 3 {
		t.Errorf("with high leadership the measures are %v; want a flock in at least 3 parts", m)
	}
}

// The speed of leaders in the scene "paper" follows the escape curve. Leaders seldom reach the highest speed.
func TestPaperShowsItsCurve(t *testing.T) {
	d := testscene.Def("paper")
	d.TickRate, d.Workers = 30, 1
	w, err := flock.NewWorld(d)
	if err != nil {
		t.Fatal(err)
	}
	most := float64(d.Params.Float("max_speed"))
	gains := map[int]float64{} // speed of each present leader minus the speed of the flock, m/s
	var done metrics.Stat
	leading, limited := 0, 0
	var s flock.Snapshot
	for range 60 * 30 {
		w.StepMany(1, &s)
		mean, _ := snapshots.MeanSpeed(&s)
		for i, v := range s.Vel {
			if s.Flags[i]&flock.Leading == 0 {
				if gain, led := gains[i]; led {
					done.Add(gain)
					delete(gains, i)
				}
				continue
			}
			speed := float64(v.Len())
			gains[i] = max(gains[i], speed-mean)
			if leading++; speed > 0.999*most {
				limited++
			}
		}
	}
	if done.N < 3 || done.Mean < 1 || float64(limited) > 0.2*float64(leading) {
		t.Errorf("%d leaders gain %.2f m/s and fly at the highest speed in %d of %d ticks; want at least 3, 1 m/s, and at most a fifth of the ticks", done.N, done.Mean, limited, leading)
	}
}
