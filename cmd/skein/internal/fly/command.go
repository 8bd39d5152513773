package fly

// Command is the command skein fly, which opens the window.
type Command struct{ Options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `F1 shows the keys. Examples:

  skein
  skein paper --count 400
  skein run.mcap
  skein fly --bird parrot.glb
  skein fly --frames 300 --screenshot shot.png`
}
