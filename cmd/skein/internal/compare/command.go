package compare

// Command is the command skein compare.
type Command struct{ Options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `Each scene is simulated with several seeds; a recording is measured as it is. "skein import" turns
measured tracks into a recording. The table has a row for each figure of the scorecard and a column
for each flock. If all sources are recordings, those with the same settings and different seeds share
a column.

± is the standard error over the seeds. For a single run, it is the standard error over time.
"skein help measuring" defines every row.

Examples:

  skein compare murmuration paper
  skein compare starlings run.mcap --seconds 30 --seeds 5
  skein compare murmuration paper --figure compared.svg
  skein compare runs/*.mcap --json > compared.json`
}
