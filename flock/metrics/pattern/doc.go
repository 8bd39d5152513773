// Package pattern finds the patterns of collective escape that Storms et al. 2019 distinguish in starling
// flocks under attack. These are blackening, wave event, vacuole, cordon, flash expansion and split.
//
// A [Watch] reads snapshots, ten times per second, and lists the [Event] of each pattern from its beginning
// to its end. It needs only positions and velocities, so it works for simulations, recordings and tracks.
// [Definitions] returns the measure of each pattern and its limits, which are skein's own: Storms et al.
// describe the patterns in words, and rated films by eye. They are tested on artificial flocks with and
// without the patterns.
//
// Storms, Carere, Zoratto and Hemelrijk 2019, "Complex patterns of collective escape in starling flocks
// under predation", Behavioral Ecology and Sociobiology 73, 10.
package pattern
