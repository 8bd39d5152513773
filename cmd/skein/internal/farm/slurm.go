package farm

import (
	"fmt"
	"io"
	"strings"

	"skein/cmd/skein/internal/words"
)

// usualArray is the maximum number of tasks in a job array in Slurm's default settings (MaxArraySize is
// 1001).
const usualArray = 1000

// slurm prints a script for sbatch. If there are more parts than tasks in an array, each task does several.
// Paths are relative to the folder of the submission.
func (j *job) slurm(to io.Writer) error {
	each := (j.parts + usualArray - 1) / usualArray
	tasks := (j.parts + each - 1) / each
	shard := fmt.Sprintf(`"$SLURM_ARRAY_TASK_ID"/%d`, j.parts)
	if each > 1 {
		shard = fmt.Sprintf(`"$first-$last"/%d`, j.parts)
	}
	var list []string
	for _, arg := range j.args {
		list = append(list, words.Quote(arg))
	}
	var b strings.Builder
	fmt.Fprintf(&b, `#!/bin/bash
#SBATCH --job-name=%s
#SBATCH --array=1-%d
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=2
#SBATCH --mem=4G
#SBATCH --time=04:00:00
#SBATCH --requeue
#SBATCH --open-mode=append
#SBATCH --output=%%x-%%A_%%a.log

# Each task does %s of %d parts of the work. Submit the script in the folder to which its
# paths are relative. Memory and time are limits for a task: change them to suit the work. A task
# that was interrupted continues, as does the whole job when it is submitted again. If skein is not
# in the PATH of the nodes, set the environment variable SKEIN to its path there.
set -eu
export LP_NUM_THREADS="${SLURM_CPUS_PER_TASK:-2}" GOMAXPROCS="${SLURM_CPUS_PER_TASK:-2}"
`, j.name, tasks, countParts(each), j.parts)
	if each > 1 {
		fmt.Fprintf(&b, "first=$(((SLURM_ARRAY_TASK_ID - 1) * %d + 1))\nlast=$((SLURM_ARRAY_TASK_ID * %d))\n[ \"$last\" -le %d ] || last=%d\n", each, each, j.parts, j.parts)
	}
	fmt.Fprintf(&b, "exec \"${SKEIN:-skein}\" %s --shard %s\n", strings.Join(list, " "), shard)
	_, err := io.WriteString(to, b.String())
	return err
}

func countParts(n int) string {
	if n == 1 {
		return "one"
	}
	return fmt.Sprint(n)
}
