package rendering

// Command is the command skein render, which draws pictures or a film.
type Command struct{ Options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `A recording is drawn with the scene, the light and the camera with which it was made. A
scenario is recorded first, at 30 frames per second. A picture depends only on the recording
and its time, so pictures can be drawn in any order, at any rate, by any number of machines.
A file appears only when it is complete, and its metadata describe its sources. --resume
skips existing pictures.

--camera follow stays behind --boid, leader cuts from one leader to the next, eye looks
through the eyes of --boid, auto keeps the flock in the picture, and director cuts between
shots. A camera file contains camera keys; in the window, the key C adds one.

--samples N averages N subframes over the time of the shutter and the area of the lens. An
.exr holds linear light, depth (Z, metres) and the id of the bird. See "skein help pictures",
and "skein help shots" for camera files.

--figure draws a figure for a paper, as vector paths. See "skein help figures".

Examples:

  skein render run.mcap -o shot.mp4
  skein render run.mcap -o shot/####.png --frames 1-240 --fps 24 --size 1920x1080
  skein render murmuration -o strip.png --seconds 8 --strip 5 --size 480x270
  skein render run.mcap -o eye.mp4 --camera eye --boid 12
  skein render run.mcap -o film.mp4 --fps 24 --samples 64 --aperture f/1.4 --focus auto
  skein render run.mcap --figure side -o fig.pdf --strip 3 --width 174 --colour speed
  skein render run.mcap -o shot/####.png --resume --shard 2/8
  skein render run.mcap -o shot/####.png --slurm 16 > shot.sbatch && sbatch shot.sbatch
  seq 8 | parallel skein render run.mcap -o shot/####.png --resume --shard {}/8`
}
