package inspect

// Command says what a model holds.
type Command struct{ options }

// Help is shown below the flags' own.
func (Command) Help() string {
	return `What it finds, and flags that put it right, can also stand in a scenario, under
[bird]. Examples:

  skein bird parrot.glb
  skein bird parrot.glb --picture sheet.png
  skein bird parrot.glb --clip 0 --time 0.25 --pose glide.obj
  skein bird parrot.glb --forward -z --from 0.5 --to 1.2`
}
