package live_test

import (
	"testing"

	"skein/flock/scenario"
)

// A page simulates a scene with a rule that is a formula. After a restart, the state is the same. The
// description contains the rule's parameter.
func TestSceneWithARule(t *testing.T) {
	sc, err := scenario.Parse("rule.toml", []byte("version = 1\nbase = \"paper\"\nwarm_up = 0.5\n\n[params]\ncount = 20\n\n[[rule]]\nname = \"lift\"\nperceives = \"neighbourhood\"\n"+
		"steer = \"lift * mean(other_heading)\"\n\n[[rule.param]]\nkey = \"lift\"\nunit = \"m/s\"\nrange = [0, 1]\ndefault = 0.1\ndoc = \"Lift\"\n"))
	if err != nil {
		t.Fatal(err)
	}
	s, _ := open(t, sc)
	found := false
	for _, p := range s.Describe().Flocks[0].Params {
		found = found || p.Key == "lift"
	}
	if !found {
		t.Error("the page does not know the parameter of the rule")
	}
	s.Step(10)
	want := s.Hash()
	if err := s.Restart(sc.Seed); err != nil {
		t.Fatal(err)
	}
	if s.Step(10); s.Hash() != want {
		t.Error("after a restart the flock flies differently")
	}
}
