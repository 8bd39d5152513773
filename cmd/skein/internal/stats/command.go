package stats

// Command is the command skein stats, which measures flocks.
type Command struct{ options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `A recording is read; a scenario is simulated, but not recorded. One flock gives a report.
Several flocks, or the values of a sweep, give a table with one row each. Recordings that
differ only in their seed share a row. Each species of a scene has its own report.

"skein help measuring" defines every measure, every row of --field and --leadership, and every
pattern of --patterns.

Examples:

  skein stats run.mcap
  skein stats run.mcap --json > run.json
  skein stats run.mcap --ledger > escapes.csv
  skein stats run.mcap --figure run.svg --measures polarization,leaders
  skein stats run.mcap --why 12@4.3s
  skein stats murmuration paper --seconds 120 --seeds 4
  skein stats murmuration --sweep X=0:1:0.1 --seeds 4 --markdown
  skein stats cornell --sweep vision=10:60:10 --measures rotation,susceptibility
  skein stats cornell --sweep vision=20:60:5 --sweep count=50:400:50 --figure map.svg --levels 0.5
  skein stats runs/*.mcap
  skein stats my.toml --sweep vision=2,3.5,5
  skein stats hunt.toml --sweep hawk.count=1:4
  skein stats starlings --field --sweep count=1200,3000 --seeds 4
  skein stats murmuration paper --leadership --seconds 120 --seeds 4
  skein stats falcon --patterns --seconds 120`
}
