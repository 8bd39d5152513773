// Package whole writes files and folders that appear whole or not at all.
//
// What is written lies beside its place until it is complete and on the disk, under
// a hidden name of its own:
//
//	.NAME.skein-HOST-N.EXT
//
// HOST stands for the machine, N counts the writers that are busy with the same
// place, from 1. The name is made where nothing has it, so nobody's file is
// touched, and two writers never share one; the ending stays, which other programs
// go by. Each writer holds a lock on it (flock) until it is done, which the system
// lets go of when a process dies, however it does. So whoever writes to the same
// place next on the same machine takes away what is locked by nobody. What another
// machine left stays: nobody can tell from here whether it is being written. So it
// does where the system or the file system keeps no locks.
//
// Folders that are missing on the way are made, and go again if nothing is written.
package whole
