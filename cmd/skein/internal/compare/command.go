package compare

// Command is the command skein compare.
type Command struct{ Options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `Each scene is simulated with several seeds; a recording is read. Recordings of imported tracks are
recordings, too: "skein import" makes them. The table has a row for each figure of the scorecard
and a column for each flock. Recordings that differ only in their seed share a column, if there are
no scenes.

± is the standard error over the seeds. For a single run, it is the standard error over time.
"skein help measuring" defines every row.

Examples:

  skein compare murmuration paper
  skein compare starlings run.mcap --seconds 30 --seeds 5
  skein compare murmuration paper --figure compared.svg
  skein compare runs/*.mcap --json > compared.json`
}
