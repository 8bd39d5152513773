package metrics

import (
	"bytes"
	"encoding/csv"
	"slices"
	"testing"

	"skein/flock"
	"skein/flock/model"
	"skein/flock/scenario"
	"skein/flock/scenario/testscene"
	"skein/flock/schedule"
)

// The entries of a flight match its events: escapes, durations and boids.
func TestEntries(t *testing.T) {
	def := testscene.Def("murmuration")
	def.Params = model.With(def.Params, "count", 80, "leadership", 0.6)
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	var l Entries
	var b escapeEvents
	closed := 0
	for range 900 {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			l.Add(&e, def.TickRate)
			b.add(&e, 80)
			switch e.Kind {
			case flock.EscapeBegan:
				a := l.All[len(l.All)-1]
				if a.Kind != Escapes || a.Boid != e.Boid || a.Tick != e.Tick || a.X != e.X || a.Front != e.Front || a.Draw != e.Draw || a.Status != Leading {
					t.Fatalf("the event %+v gives the entry %+v, want the same values", e, a)
				}
			case flock.Reabsorbed, flock.Abandoned:
				found := 0
				for _, a := range l.All {
					if a.Boid == e.Boid && a.Peak == e.Peak && a.Followers == e.Followers && a.Seconds == e.Seconds && a.Delay == e.Delay && a.WaveSpeed == e.WaveSpeed {
						found++
						if got, want := a.Seconds, float32(e.Tick-a.Tick)/60; got < want-1e-3 || got > want+1e-3 {
							t.Errorf("boid %d left at tick %d and was closed at tick %d, but the entry says after %v s", a.Boid, a.Tick, e.Tick, got)
						}
					}
				}
				if found != 1 {
					t.Errorf("%d entries are closed by %+v, want 1", found, e)
				}
				closed++
			}
		}
	}
	want := b.ledger()
	count := map[string]int{}
	for _, a := range l.All {
		count[a.Status]++
	}
	if len(l.All) != want.Escapes || count[Reabsorbed] != want.Reabsorbed || count[Abandoned] != want.Abandoned || count[Leading]+count[Away] != want.Open || closed < 10 {
		t.Errorf("the ledger has %d entries with the statuses %v, want %+v", len(l.All), count, want)
	}
	var text bytes.Buffer
	if err := WriteEntries(&text, l.All); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil || len(rows) != 1+len(l.All) {
		t.Errorf("%d rows, %v", len(rows), err)
	}
}

// The entry of an escape has the delay and the wave speed of its turn.
func TestEntriesOfTurns(t *testing.T) {
	var l Entries
	l.Add(&flock.Event{Kind: flock.EscapeBegan, Tick: 30, Boid: 4}, 30)
	l.Add(&flock.Event{Kind: flock.Reabsorbed, Tick: 90, Boid: 4, Seconds: 2, Followers: 90, Delay: 0.5, WaveSpeed: 24}, 30)
	if a := l.All[0]; a.Delay != 0.5 || a.WaveSpeed != 24 {
		t.Errorf("%+v", a)
	}
	var text bytes.Buffer
	if err := WriteEntries(&text, l.All); err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(&text).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for column, want := range map[string]string{"followers": "90", "delay": "0.5", "wave_speed": "24"} {
		if k := slices.Index(rows[0], column); k < 0 || rows[1][k] != want {
			t.Errorf("the table has %[2]v, want %[3]q in the column %[1]s", column, rows, want)
		}
	}
}

// A missing or unknown value is an empty field of the table, and a known 0 is 0.
func TestUnknownValuesAreEmpty(t *testing.T) {
	var l Entries
	for _, e := range []flock.Event{
		{Kind: flock.EscapeBegan, Tick: 30, Boid: 4, X: 0.3, Draw: 0.05, Speed: 9},
		{Kind: flock.EscapeBegan, Tick: 60, Boid: 5, X: 0.4, Front: 0.5, Draw: 0.06, Speed: 9},
		{Kind: flock.Reabsorbed, Tick: 90, Boid: 4, Seconds: 2, Peak: 1.5},
		{Kind: flock.Strike, Tick: 91, Boid: 0, Speed: 20, Prey: 0, Distance: 0.25},
		{Kind: flock.Settled, Tick: 92, Boid: 6, Perch: "wire"},
	} {
		l.Add(&e, 30)
	}
	l.All = append(l.All, Entry{Kind: "vacuole", Tick: 120, Time: 4, Boid: NoBoid, Seconds: 0.5, Birds: 300, Extreme: 0.04, Status: Ongoing})
	var text bytes.Buffer
	if err := WriteEntries(&text, l.All); err != nil {
		t.Fatal(err)
	}
	const want = `kind,tick,time,flock,boid,status,x,front,random_draw,speed,followers,peak,rejoined_after,lasts,prey,distance,perch,delay,wave_speed,birds,measure
escape,30,1,0,4,reabsorbed,0.3,0,0.05,9,0,1.5,2,,,,,,,,
escape,60,2,0,5,leading,0.4,0.5,0.06,9,,,,,,,,,,,
strike,91,3.0333333,0,0,,,,,20,,,,,0,0.25,,,,,
perched,92,3.0666667,0,6,,,,,,,,,,,,wire,,,,
vacuole,120,4,0,,goes on,,,,,,,,0.5,,,,,,300,0.04
`
	if text.String() != want {
		t.Errorf("the table is\n%s\nwant\n%s", text.String(), want)
	}
}

// The ledger, also of two runs, has the median delay and wave speed of the turns that ran through the flock.
func TestLedgerOfTurns(t *testing.T) {
	var a, b escapeEvents
	for _, e := range []flock.Event{
		{Kind: flock.Reabsorbed, Delay: 0.4, WaveSpeed: 20},
		{Kind: flock.Reabsorbed, Delay: 0.1}, // too few boids copied the turn
		{Kind: flock.Abandoned, Delay: 0.6, WaveSpeed: 30},
	} {
		a.add(&e, 100)
	}
	b.add(&flock.Event{Kind: flock.Reabsorbed, Delay: 0.9, WaveSpeed: 24}, 100)
	a.merge(&b)
	l := a.ledger()
	if l.Closed != 4 || l.Turns != 3 {
		t.Errorf("the report has %d closed escapes and %d turns, want 4 and 3", l.Closed, l.Turns)
	}
	wantNear(t, "delay", l.MedianDelay, 0.6)
	wantNear(t, "wave", l.MedianWave, 24)
}

func TestEntriesOfHunts(t *testing.T) {
	var l Entries
	for _, e := range []flock.Event{
		{Kind: flock.AttackBegan, Tick: 60, Flock: 1, Boid: 90, Prey: 3, Distance: 20, Speed: 14},
		{Kind: flock.Strike, Tick: 90, Flock: 1, Boid: 90, Prey: 4, Distance: 0.5, Speed: 25},
		{Kind: flock.NearMiss, Tick: 95, Flock: 1, Boid: 90, Prey: 0, Distance: 1.5, Speed: 20},
		{Kind: flock.ParamsChanged, Tick: 96},
		{Kind: flock.Split, Tick: 100, Largest: 0.7, Second: 0.2},
		{Kind: flock.Reunited, Tick: 160, Seconds: 1},
		{Kind: flock.Reabsorbed, Tick: 170, Boid: 5, Seconds: 3}, // the escape began before the flight
	} {
		l.Add(&e, 60)
	}
	var got []EntryKind
	for _, e := range l.All {
		got = append(got, e.Kind)
	}
	if len(got) != 5 || got[0] != Attacks || got[1] != Strikes || got[2] != NearMiss || got[3] != Splits || got[4] != Reunions {
		t.Errorf("kinds %v", got)
	}
	if e := l.All[1]; e.Prey != 4 || e.Distance != 0.5 || e.Time != 1.5 || e.Flock != 1 {
		t.Errorf("%+v", e)
	}
}

// The ledger has an entry with the perch's name when a bird settles or leaves.
func TestEntriesOfPerches(t *testing.T) {
	wire, err := scenario.Builtin("wire")
	if err != nil {
		t.Fatal(err)
	}
	def := wire.Def()
	def.Schedule = []schedule.Change{{At: 0.5, Thing: "wire", Key: "open", Value: false}, {At: 6, Thing: "wire", Key: "open", Value: true}}
	w, err := flock.NewWorld(def)
	if err != nil {
		t.Fatal(err)
	}
	var l Entries
	for range 20 * def.TickRate {
		w.Step()
		for _, e := range w.TakeEvents(nil) {
			l.Add(&e, def.TickRate)
		}
	}
	kinds := map[EntryKind]int{}
	for _, e := range l.All {
		if kinds[e.Kind]++; e.Perch != "wire" {
			t.Fatalf("%+v", e)
		}
	}
	if kinds[Left] != 64 || kinds[Perched] != 64 || len(kinds) != 2 {
		t.Errorf("the entries are %v, want 64 birds that leave and 64 that come back", kinds)
	}
}
