// Package pattern finds the patterns of collective escape that Storms et al. 2019 distinguish in starling
// flocks under attack: blackening, wave event, vacuole, cordon, flash expansion and split.
//
// A [Watch] reads ten snapshots per second, and lists each occurrence of a pattern as an [Event] with a
// beginning and an end. It needs only positions and velocities, so it works for simulations, recordings and
// tracks.
// [Definitions] returns the measure of each pattern and its limits. The measures and limits are skein's own,
// because Storms et al. describe patterns in words and rated films by eye. Artificial flocks with and without
// the patterns test them.
//
// Storms, Carere, Zoratto and Hemelrijk 2019, "Complex patterns of collective escape in starling flocks
// under predation", Behavioral Ecology and Sociobiology 73, 10.
package pattern
