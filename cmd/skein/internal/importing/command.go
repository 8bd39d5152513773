package importing

// Command is the command skein import, which converts measured tracks to a recording.
type Command struct{ options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `Each row of the table is one bird at one time. skein finds the columns by their usual names;
--columns names other columns:

  id            bird, track, tag, individual, ...
  time, frame   t, seconds, timestamp, ...; a date may be in a column called date
  x y z         px py pz, ...   or   lon lat height: degrees, longitude, altitude, ...
                without z or height, the tracks lie in a plane
  vx vy vz      velocity (optional)
  wingbeat      wingbeats per second (optional)
  phase, ux uy uz, airx airy airz, gliding, leading, jumped, perched, landing, species:
                as skein export writes them

Times are seconds, dates with times such as 2019-06-01T05:20:30.25Z, or times of day such
as 05:20:30.25. Rows may be in any order. An invalid row is refused with its file and
line. skein computes what the table does not contain, such as velocities, banking and
wingbeats. CSV files of DeepLabCut need --fps. See "skein help tracks".

Examples:

  skein import tracks.csv -o tracks.mcap --wingspan 0.7
  skein import flight.txt -o flight.mcap --columns id=1,time=2,x=3,y=4,z=5 --unit cm
  skein import gps.csv -o gps.mcap --columns id=tag,height=alt --bridge 2
  skein import pigeonDLC_resnet50.csv -o pigeon.mcap --fps 30 --bodypart back --unit 0.002
  skein import run.parquet -o again.mcap
  skein tracks.mcap
  skein stats tracks.mcap --field`
}
