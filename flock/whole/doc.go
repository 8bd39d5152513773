// Package whole writes files and folders that appear whole or not at all.
//
// Until a file is complete and on disk, it lies beside its path under a hidden temporary name:
//
//	.NAME.skein-HOST-N.EXT
//
// HOST identifies the machine. N is a number from 1 that no other writer of the same path uses at that
// time. A writer creates only names that do not exist. So it changes no other file, and two writers never
// share a name. The temporary name keeps the extension, because a program may choose the file's format by
// it.
//
// Each writer holds a lock on the file (flock) until it is done. The system releases the lock when a
// process ends. So the next writer of the same path on the same machine can remove temporary files that are
// not locked. It does not remove temporary files of other machines, because it cannot know whether they are
// still being written. If the system or the file system has no locks, it removes no temporary files.
//
// Missing folders are made, and are removed again if nothing is written.
package whole
