package record

// Command is the command skein record, which records a simulation.
type Command struct{ options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `S seconds at F frames per second are S·F frames, and frame 1 is tick 0. The warm-up of the
scenario (key warm_up) is simulated before frame 1.

During the recording, the file is called FILE.mcap.part, and if skein is killed, at most the
last second is lost. --resume continues the recording, bit for bit as without an interruption.
--finish makes a finished recording of the frames that the file contains. --verify
simulates a recording again. The exit code is 0 if every frame agrees, and otherwise 1.

A sweep makes a folder of recordings, one for each combination of values. With --resume it
skips the recordings that exist. See "skein help recordings".

Examples:

  skein record starlings -o run.mcap
  skein record my.toml -o run.mcap --seconds 10 --fps 60 --count 500
  skein record -o run.mcap --bird gull
  skein record --resume run.mcap
  skein record --resume run.mcap --seconds 120
  skein record --finish skein-20261123-194606.mcap.part
  skein record --verify run.mcap --json
  skein record murmuration --sweep X=0:1:0.1 --sweep seed=1:20 --seconds 30 -o runs
  skein record --sweep seed=1:20 -o runs --resume --shard 2/4
  skein record hunt.toml --sweep hawk.count=1:4 -o runs
  skein stats runs/*.mcap`
}
