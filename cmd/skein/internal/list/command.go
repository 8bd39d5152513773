package list

// Command is the command skein scenario, with its subcommands.
type Command struct {
	List  listScenes  `cmd:"" help:"List the built-in scenes."`
	Show  showScene   `cmd:"" help:"Print a scene as a scenario file. You can make your own scene from it."`
	Check checkScenes `cmd:"" help:"Check scenario files."`

	Params   ParamsCommand   `cmd:"" help:"Print all parameters: range, meaning, and the value in each built-in scene."`
	Settings SettingsCommand `cmd:"" help:"Print the settings of camera, light and view: default, range and meaning."`
	Things   ThingsCommand   `cmd:"" help:"Print the keys of obstacles, paths, places, perches, winds and events."`
	Models   ModelsCommand   `cmd:"" help:"Print the models with their rules and neighbourhoods."`
}

// Help returns the text below the list of commands.
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

// ParamsCommand prints the parameters of all models.
type ParamsCommand struct{ ListParams }

// Help returns the text below the list of flags.
func (ParamsCommand) Help() string {
	return `A scenario file has its parameters in the table [params]. In the window's panel you can change
them while the flock flies. S0 to S4 are the sources of the rules, H1 to H18 and P1 to P9 are
requirements of skein; "go doc skein/flock" explains them. A dash means that no active rule of
the scene uses the parameter. Rules of other models are switched off. To switch one on, set its
weight (a gain, share or strength) above 0.

Examples:

  skein scenario params
  skein scenario params leadership escape
  skein scenario params --json`
}

// ModelsCommand prints the models and their rules.
type ModelsCommand struct{ listModels }

// Help returns the text below the list of flags.
func (ModelsCommand) Help() string {
	return `A model is a list of rules and a way to perceive, fly and lead. model = "NAME" in a scenario
chooses it. Each of its own rules is on or off by default. All rules of the other models are
available too, but off by default. Parameters switch any rule on or off.

Examples:

  skein scenario models
  skein scenario models --json`
}

// SettingsCommand prints the settings of the camera, the light and the view.
type SettingsCommand struct{ listSettings }

// Help returns the text below the list of flags.
func (SettingsCommand) Help() string {
	return `A scenario file has these settings in its tables [camera], [light] and [show]. The window has
them on the pages Camera, Light and View. Colours are red, green and blue, linear.

Examples:

  skein scenario settings
  skein scenario settings --json`
}

// ThingsCommand prints the keys that things and events have in scenario files.
type ThingsCommand struct{ listThings }

// Help returns the text below the list of flags.
func (ThingsCommand) Help() string {
	return `A scenario file may contain each table any number of times. A key that you leave out has the
value printed here. A key that belongs to another shape, form or role has no effect. --json
prints only the keys of things.

Examples:

  skein scenario things
  skein scenario things | grep -A12 perch
  skein scenario things --json`
}
