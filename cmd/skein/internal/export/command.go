package export

import (
	"strings"

	"skein/cmd/skein/internal/words"
	"skein/flock/export"
)

// Command is the command skein export, which writes a recording in another format.
type Command struct{ Options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `The extension of --output, or the flag --to, selects the format. Several --output are written in
one pass over the recording:

` + formatList() + `
With --live, the input is a scene instead of a recording. The page then simulates the flock
itself. Its readers can change parameters, restart, frighten birds, and ask why a bird leads.

--camera also exports a camera: director, leader, auto, a camera file, or scene for the scene's
camera. For tables, the camera is a second file, such as run_camera.csv.

Obstacles, paths, places and perches are exported to USD, glTF and Blender. Axes are
right-handed with Y up, and lengths are metres, unless --up and --unit say otherwise. A bird
that wraps around the world is never drawn across it. See "skein help exporting", which
also lists the columns.

Examples:

  skein export run.mcap -o run.usdz
  skein export run.mcap -o shot.usda --frames 100-400 --fps 24 --up z --unit cm
  skein export run.mcap -o few.csv --frames 1-300:10 --boids 0-9,40
  skein export run.mcap -o run.glb --boids 0-199
  skein export run.mcap -o flock.html
  skein export paper --live -o lesson.html
  skein export run.mcap -o shot.usdc --camera director
  skein export run.mcap --to blender shot
  skein export run.mcap --to godot shot
  skein export run.mcap --to unity Assets/Flock
  skein export run.mcap -o all.usdc -o all.abc -o all.csv --camera scene
  skein export run.mcap -o run.parquet`
}

func formatList() string {
	var b strings.Builder
	for _, f := range export.Formats() {
		if f.Alias {
			continue
		}
		name := f.Ending()
		if f.IsFolder() {
			name = "--to " + f.Name
		}
		for k, line := range words.Wrap(f.Title+": "+f.Holds, 74) {
			if k > 0 {
				name = ""
			}
			b.WriteString("  " + name + strings.Repeat(" ", max(14-len(name), 1)) + line + "\n")
		}
	}
	return b.String()
}
