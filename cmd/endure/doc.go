// Command endure tries for a long time to break skein. It fuzzes every reader; kills
// commands at random moments and resumes them; makes single writes fail and fills the disk;
// simulates ten million ticks; and presses random keys in the window. It prints a table of
// its trials: how many of each kind it ran, and how many failed.
//
//	make endure SECONDS=3600
//	go run ./cmd/endure -skein bin/skein -seconds 3600 -seed 7 -only kills,writes
//
// The seed determines scenes and jobs; the moment at which a signal reaches the program also
// depends on the machine. Each failure is printed with the command that repeats its trial.
// With -sum FILE, the counts of several runs are added up in a file.
//
// # What a kill may cost
//
// A recording that is killed may lose its last second. So endure watches the program's
// progress bar and records when it first showed each number of frames. After kill -9, the
// .part file must hold every frame that the bar showed more than a second earlier; after
// SIGTERM, every frame that the bar showed. The recording is then resumed, with another
// index, kernel and number of threads, until it is complete. Every snapshot must equal the
// snapshot of an undisturbed flight. Exports, pictures, searches and sweeps are run again
// after a kill, and the files must equal the files of an undisturbed run.
//
// If a process was stopped during a trial (by SIGSTOP, or because the machine was suspended), its
// loss is not judged, because the time on the clock means nothing then.
package main
