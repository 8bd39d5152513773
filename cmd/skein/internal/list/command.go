package list

// Command holds the commands about scenario files.
type Command struct {
	List  listScenes  `cmd:"" help:"List the built-in scenes."`
	Show  showScene   `cmd:"" help:"Print a scene as a file, from which you can make your own."`
	Check checkScenes `cmd:"" help:"Check scenario files."`

	Params   ParamsCommand   `cmd:"" help:"Print all parameters, with range, meaning and the value in each built-in scene."`
	Settings SettingsCommand `cmd:"" help:"Print the settings of camera, light and view, with default, range and meaning."`
	Things   ThingsCommand   `cmd:"" help:"Print the keys of obstacles, paths, places, perches, winds and events."`
	Models   ModelsCommand   `cmd:"" help:"Print the models with their rules and neighbourhoods."`
}

// Help is shown below the commands' own.
func (Command) Help() string {
	return `Examples:

  skein scenario show murmuration > my.toml
  skein scenario check my.toml
  skein scenario params escape
  skein scenario settings
  skein scenario things
  skein scenario models
  skein fly my.toml`
}

// ParamsCommand prints what the models know of their parameters.
type ParamsCommand struct{ ListParams }

// Help is shown below the flags' own.
func (ParamsCommand) Help() string {
	return `The parameters stand under [params] in a scenario file, and change while the flock
flies, in the window's panel. S0 to S4 are where a rule comes from, H1 to H18
and P1 to P9 the rows that skein is held to; "go doc skein/flock" says what they are.
A dash: the rule is of another model than the scene's. It stands beside, switched off,
and its weight, a gain, share or strength, switches it on there, too. Or no rule at
work in the scene goes by the parameter.

Examples:

  skein scenario params
  skein scenario params leadership escape
  skein scenario params --json`
}

// ModelsCommand prints which models there are, and what is in them.
type ModelsCommand struct{ listModels }

// Help is shown below the flags' own.
func (ModelsCommand) Help() string {
	return `A model is a list of rules and a way to perceive, fly and lead. model = "NAME" in a
scenario chooses it. Its own rules are at work, or switched off until a parameter
says otherwise; all rules of the other models stand beside them, switched off, and
any of them can be switched on by its parameters.

Examples:

  skein scenario models
  skein scenario models --json`
}

// SettingsCommand prints the table of how a flock is looked at.
type SettingsCommand struct{ listSettings }

// Help is shown below the command's own.
func (SettingsCommand) Help() string {
	return `The settings of the camera, the light and what is shown stand under [camera], [light]
and [show] in a scenario file, and on the window's pages Camera, Light and View. Colours
are linear red, green and blue.

Examples:

  skein scenario settings
  skein scenario settings --json`
}

// ThingsCommand prints the keys of things and events.
type ThingsCommand struct{ listThings }

// Help is shown below the command's own.
func (ThingsCommand) Help() string {
	return `Each table may stand in a scenario file as often as you like. A key that you leave out is
as printed here; one that belongs to another shape, form or role is of no account. With
--json the keys of things alone.

Examples:

  skein scenario things
  skein scenario things | grep -A12 perch
  skein scenario things --json`
}
