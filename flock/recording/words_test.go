package recording

import (
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"skein/flock"
	"skein/flock/scenario"
)

// The recording testdata/words_of_rules.mcap.base64 has a line and a parameter called number, a line called
// separation_spread, and parameters called cohesion_spread and alignment_spread. These words had no special
// meaning in the version of skein that wrote it. The recording and its scene still give the same bits.
func TestOldRulesKeepTheirWords(t *testing.T) {
	text, err := os.ReadFile("testdata/words_of_rules.mcap.base64")
	if err != nil {
		t.Fatal(err)
	}
	data, err := base64.StdEncoding.DecodeString(string(text)) // DecodeString ignores line ends
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "words_of_rules.mcap")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	r := open(t, path)
	if err := r.Verify(context.Background(), VerifyOptions{Workers: 1}); err != nil {
		t.Fatal(err)
	}
	last := r.Frames() - 1
	tick, hash, err := r.State(last)
	if err != nil {
		t.Fatal(err)
	}
	s, err := scenario.ParseRecorded("yesterday.toml", r.Meta().TOML)
	if err != nil {
		t.Fatal(err)
	}
	w, err := flock.NewWorld(s.Def())
	if err != nil {
		t.Fatal(err)
	}
	for w.Tick() < tick {
		w.Step()
	}
	if w.Hash() != hash {
		t.Errorf("the scene has the hash %016x at tick %d, but the recording has %016x", w.Hash(), tick, hash)
	}
	p, err := r.Params(last)
	if err != nil {
		t.Fatal(err)
	}
	own, _ := p.Spec("cohesion_spread")
	other, _ := p.Spec("separation_spread")
	if own == nil || own.IsSpread() || p.Float("cohesion_spread") != 2.5 || other == nil || !other.IsSpread() {
		t.Errorf("cohesion_spread is %v and separation_spread %v, want the rule's parameter with the value 2.5 and a spread", own, other)
	}
}
