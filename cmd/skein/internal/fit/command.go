package fit

// Command is the command skein fit, which searches for parameters.
type Command struct{ options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `The search is CMA-ES (N. Hansen, The CMA Evolution Strategy: A Tutorial, 2016). It
simulates generations of flocks, each flock with every seed. Each parameter is searched over
the range of its slider, or from FROM to TO. If TO is at least ten times FROM, the scale is
logarithmic.

With --to scorecard, the cost is the mean over the rows of skein stats --field that have a
verdict and that no rule imposes. The cost of a row is 0 if its value is well within
the limits, and at most 1. With --to run.mcap, the cost compares the measures of the scorecard, and the
distributions of distances, speeds, courses and accelerations.

A folder beside the output keeps every flock that was tried. Its name ends in .fit.
--resume continues from there, with the same result. At the end, the best flock is tested
with seeds that the search did not use. See "skein help fitting".

Examples:

  skein fit murmuration --to scorecard --over separation,cohesion,alignment,vision -o fitted.toml
  skein fit murmuration --to run.mcap --over cohesion=0.01:0.1,gust_strength --budget 200 -o like-run.toml
  skein fit murmuration --to scorecard --over cohesion --counts 500,1200 -o sizes.toml --budget 2h
  for k in 1 2 3 4; do skein fit my.toml --to run.mcap --over X --shard $k/4 -o fitted.toml & done; wait`
}
