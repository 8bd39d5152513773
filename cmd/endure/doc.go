// Command endure tries for a long time to break skein. It fuzzes every reader; kills
// commands at random moments and goes on from what they left; lets single writes fail and
// fills the disk; simulates ten million ticks; and presses random keys in the window. It
// prints a table of what it tried, how often, and what failed.
//
//	make endure SECONDS=3600
//	go run ./cmd/endure -skein bin/skein -seconds 3600 -seed 7 -only kills,writes
//
// Scenes and jobs follow from -seed; the moment at which a signal meets the program depends
// on the machine, too. Each failure is printed with the command that runs its trial again.
// With -sum FILE the counts of several runs are added up in a file.
//
// # What a kill may cost
//
// A recording that is killed may lose its last second. So endure watches the program's
// progress bar and notes when it first showed each number of frames. After a kill the part
// must hold every frame that the bar showed more than a second before; after SIGTERM it
// must hold all that the bar showed. The part is then gone on with, by another index,
// kernel and number of threads, until the recording is complete, and every snapshot of it
// must equal that of a flight that nobody disturbed. Exports, pictures, searches and sweeps
// are written again after a kill, and the files must be those of an undisturbed run.
//
// A trial during which a process was stopped (SIGSTOP, or a machine that stood still) is
// counted without its loss, because a second of the clock means nothing there.
package main
