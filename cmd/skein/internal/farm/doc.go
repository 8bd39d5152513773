// Package farm divides the work of a command among machines: with --shard, as a Slurm job array, or as an
// Open Job Description.
package farm
