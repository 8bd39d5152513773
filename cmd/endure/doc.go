// Command endure runs stress tests of skein, for hours if asked. It fuzzes every reader. It kills commands
// at random moments and resumes them. It makes single writes fail, and it fills the disk. It simulates ten
// million ticks. It presses random keys in the window. At the end it prints a table with the number of
// trials of each kind and the number that failed.
//
//	make endure SECONDS=3600
//	go run ./cmd/endure -skein bin/skein -seconds 3600 -seed 7 -only kills,writes
//
// The seed determines the scenes and the jobs. The moment at which a signal reaches skein also
// depends on the machine. For each failure, endure prints the command that repeats the trial. With
// -sum FILE, it adds up the counts of several runs in a file.
//
// # How much of a recording a kill may lose
//
// A recording that is killed may lose its last second. To check this, endure records the time at which
// skein's progress bar first showed each frame count. After kill -9, the .part file must contain every
// frame that the bar showed more than a second earlier. After SIGTERM, it must contain every frame that the
// bar showed. Then endure resumes the recording until it is complete, each time with a different index,
// kernel and number of threads. Every snapshot must equal the snapshot of a flight that was not disturbed.
// Exports, pictures, searches and sweeps run again after a kill. Their files must equal those of a run that
// was not disturbed.
//
// A process may be paused during a trial, by SIGSTOP or because the machine was suspended. Then
// endure does not judge the loss, because it cannot trust the clock.
package main
