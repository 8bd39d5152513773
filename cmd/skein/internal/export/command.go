package export

// Command is the command skein export, which writes a recording in another format.
type Command struct{ Options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `The ending of --output chooses the format, or --to does:

  .usdc .usd .usdz .usda
                USD: a PointInstancer, in which every bird beats its wings in its own phase.
                .usda is text; the others are binary: a third of the size, much faster to read
  .glb          glTF: a node for each bird; viewers become slow above 2,000 birds
  --to blender  a folder with a script that builds the scene in Blender 3.4 or later
  .csv          a row for each bird and frame; flock_####.csv makes a file for each frame
  .parquet      the same columns, with types and units
  .tidy.csv     a row for each bird and frame with only time, id, x, y and z
  .nc           NetCDF, laid out as the Python package movement expects

--camera exports a camera, too: director, leader, auto, a camera file, or scene for that of the
scene. For tables it is another file, run_camera.csv.

Obstacles, paths, places and perches are exported to USD, glTF and Blender. Axes are
right-handed with Y up, and lengths are metres, unless --up and --unit say otherwise. A bird
that wraps around the world is never drawn across it. "skein help exporting" tells more, and
lists the columns.

Examples:

  skein export run.mcap -o run.usdz
  skein export run.mcap -o shot.usda --frames 100-400 --fps 24 --up z --unit cm
  skein export run.mcap -o few.csv --frames 1-300:10 --boids 0-9,40
  skein export run.mcap -o run.glb --boids 0-199
  skein export run.mcap -o shot.usdc --camera director
  skein export run.mcap --to blender shot
  skein export run.mcap -o run.parquet`
}
