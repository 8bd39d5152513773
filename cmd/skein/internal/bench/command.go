package bench

// Command is the command skein bench, which measures speed on this machine.
type Command struct{ options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `Times are medians; --means adds means. A tick includes everything: the search for
neighbours, steering, leadership, integration and wings. Boids have about 20 neighbours in
sight at the beginning. The line "kernels" says whether the ticks used assembly (avx512 or
avx2) or Go (go).

Frames show the whole flock of the scene "starlings". They are timed without multisampling
and shadows, and with both. If there is a display, they are also timed in a window: with the
panel, with everything open (the workspace Study and all other windows of the panel), and
without the panel. A frame includes the ticks that are due. With a graphics card, the
processor only composes the frame and sends it to the card. Without one, it draws the frame
while it sends it. The time to the first picture includes reading the scene. A window is timed
when it opens for the second time.

Pictures are drawn as render does: with one subframe, and with 16 (--samples 16).
See "skein help speed".

Examples:

  skein bench --boids 1000000 --frames 0
  skein bench --boids 100000 --frames 0 --means
  skein bench --boids 100000 --neighbourhood sphere,nearest,radius_plus_nearest --workers 1,2 --frames 0
  skein bench --boids 10000 --record 10000 --frames 0
  skein bench --boids 100000 --crowd blob --json
  skein bench --world
  skein bench --circles --boids 1000000
  skein bench --circles --boids 100000 --workers 1,2
  skein bench --ratios
  skein bench --gpu --birds 1000,10000
  skein bench --compose --birds 100000,1000000
  skein bench --model all --frames 0`
}
