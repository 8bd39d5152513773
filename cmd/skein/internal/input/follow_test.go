package input

import (
	"strings"
	"testing"

	"skein/flock/look"
	"skein/flock/scenario"
)

func TestDirectorFollowsNoBoid(t *testing.T) {
	sc, err := scenario.Builtin(scenario.DefaultBase)
	if err != nil {
		t.Fatal(err)
	}
	sc.Camera.Mode, sc.Camera.Path = look.Director, ""
	if _, err := Follow(sc, nil, "leader"); err == nil || !strings.Contains(err.Error(), "the camera director chooses its boids itself") {
		t.Errorf("the director accepts --boid leader: %v", err)
	}
	sc.Camera.Mode = look.Follow
	if leaders, err := Follow(sc, nil, "leader"); !leaders || err != nil {
		t.Errorf("the camera follow has leaders: %t, error %v", leaders, err)
	}
}
