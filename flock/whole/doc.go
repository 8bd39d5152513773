// Package whole writes files and folders that appear whole or not at all.
//
// Until a file is complete and on disk, it has a hidden temporary name in the same folder:
//
//	.NAME.skein-HOST-N.EXT
//
// HOST identifies the machine. N is a number from 1 that no other writer of the same path uses at that time.
// A writer creates only names that do not exist, so that it changes no other file, and two writers never
// share a name. The temporary name has the same extension, because a program may determine the file's format
// from it.
//
// Each writer holds a lock on the file (flock) until it has finished. The system releases the lock when a
// process ends. Therefore the next writer of the same path on the same machine can remove temporary files
// that are not locked. It does not remove temporary files of other machines, because it cannot know whether
// they are still being written. If the system or the file system does not support locks, it removes no
// temporary files.
//
// Missing folders are created, and are removed again if nothing is written.
package whole
