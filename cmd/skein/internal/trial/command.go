package trial

import (
	"fmt"
	"strings"

	"skein/flock/model"
)

// Command is the command skein trial. It simulates the trials with which Erneholm compares neighbourhoods
// (S4), and the experiments of other publications.
type Command struct{ Options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	var b strings.Builder
	b.WriteString(`In a trial, boids come from several sides and meet. They use the model erneholm, with each of
its neighbourhoods. A trial lasts 30 s. It passes if all boids form one flock, no boids collide,
no member is lost and no flock splits:

`)
	for _, t := range model.Trials() {
		fmt.Fprintf(&b, "  %2d  %s: %s\n", t.Number, t.Goal, t.Name)
	}
	b.WriteString(`
Two boids become flockmates when they see each other and their velocities differ by less
than half of the faster one's speed. They stop being flockmates when their distance is more
than 1.5 times their range of sight. Two boids collide when they are closer than their
wingspan. In a neighbourhood with ` + zones + `, each neighbour counts for only one rule,
depending on its distance. See "skein help trials".

Instead of trial numbers, the command also takes the names of scenes that repeat published
experiments. It prints the published results beside its own. The name "field" selects all of
these scenes: ` + strings.Join(fieldScenes(), ", ") + `. This takes some minutes.

Examples:

  skein trial
  skein trial 8 11 --in plane --neighbourhood sphere,nearest --picture paths.png
  skein trial 10 14 --seeds 10
  skein trial --open 8 --neighbourhood nearest
  skein trial couzin cucker-smale
  skein trial --save trials && skein trials/trial-11-sphere-plane.toml
  skein trial --json`)
	return b.String()
}
