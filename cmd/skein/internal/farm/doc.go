// Package farm divides a command's work among machines: as parts of the work, as a Slurm
// job array, or as an Open Job Description.
package farm
