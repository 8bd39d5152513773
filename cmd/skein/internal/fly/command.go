package fly

// Command is the command skein fly, which opens the window.
type Command struct{ Options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `F1 shows the keys. Without a scenario, skein opens starlings with as many birds as this machine can show
at 20 frames per second, from 3,000 to 30,000. skein measures this number at the first start and stores it in
the folder skein/opening of your cache (see skein help commands). It measures again if a later start shows
far more or fewer frames per second, or if you choose "Measure the number of birds again" in the Window menu.

Examples:

  skein
  skein paper --count 400
  skein run.mcap
  skein fly --bird parrot.glb
  skein fly --frames 300 --screenshot shot.png`
}
