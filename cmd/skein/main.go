// Command skein simulates flocks, shows them in a window, records them and exports the
// trajectories to other programs. See package program for its commands.
package main

import "skein/cmd/skein/program"

func main() { program.Main() }
