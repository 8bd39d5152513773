package inspect

// Command is the command skein bird, which inspects a model.
type Command struct{ options }

// Help returns the text below the list of flags.
func (Command) Help() string {
	return `A scenario file can contain the same settings, in its [bird] table. Examples:

  skein bird parrot.glb
  skein bird parrot.glb --picture sheet.png
  skein bird downloads --picture all.png
  skein bird parrot.glb --clip 0 --time 0.25 --pose glide.obj
  skein bird parrot.glb --forward -z --from 0.5 --to 1.2`
}
