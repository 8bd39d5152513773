//go:build cgo && !nowindow

package ui

import (
	"image"

	"github.com/go-gl/mathgl/mgl32"

	"skein/engine/studio"
	"skein/flock"
	"skein/flock/around"
	"skein/flock/metrics"
	"skein/flock/metrics/live"
	"skein/flock/scenario"
)

// State is the data that the panel shows.
type State struct {
	Controls            studio.Controls
	Snapshot            *flock.Snapshot
	Ledger              studio.Ledger
	Escaped, AllEscapes int                // escapes of all flocks until the displayed time, and in the whole flight
	Species             []string           // names of the flocks that have boids or belong to the scene
	Joined              []bool             // whether each flock joined during the flight
	Gone                []bool             // whether each flock is left out of lists, because it is empty now
	Leaders             int                // number of orange leaders in the last picture
	Escapes             []flock.OpenEscape // escapes that are open at the displayed time
	Seed                uint64
	FrameMS             float64 // time between two frames
	DrawMS              float64 // time to draw one frame
	TickMS              float64 // time of one tick

	Study         Study
	Timeline      Timeline
	Job           Job
	News          *live.News                                         // measurements of the flock
	Now           float64                                            // shown simulated time, s
	Start         float64                                            // start of a recording, s
	Presets       []Preset                                           // presets for the selected flock
	Around        around.Surroundings                                // the things around the flock
	Hunters       []studio.Hunter                                    // hunters that the user can move; none while a recording or the past is shown
	ShownHunters  []studio.Hunter                                    // hunters of the displayed flight, without Spot
	Extent        mgl32.Vec3                                         // size of the selected obstacle along the axes, m
	Shown         Place                                              // view and size of the last picture
	OnPath        bool                                               // the camera follows its path
	Previews      bool                                               // show the camera path until the user moves the camera
	ShownAt       func(boid int) (position mgl32.Vec3, present bool) // returns a boid's position in the last picture, m
	Picture       image.Rectangle                                    // part of the window that the panel leaves free, screen units
	Inset         image.Rectangle                                    // part of Picture that the inset covers, screen units; empty means no inset
	Tape          *Tape                                              // the recording that is playing; nil means that the flock is live
	Bird          string                                             // name of the bird model, or of the first one
	Mix           []BirdShare                                        // all models of the selected flock
	Birds         []string                                           // names of all bird models
	Sides         [][]string                                         // likely sides of the head of each model of Mix, the most likely first; empty means that the head is in front
	BirdPictures  map[string]uint32                                  // OpenGL textures, by name
	Scenes        []SceneLine                                        // built-in scenes
	Recent        []string                                           // files that were opened or saved, most recent first
	Title         string
	Unsaved       bool
	Workspace     string // name of the current workspace
	CanUndo       bool
	CanRedo       bool
	Limits        FrameLimits
	Light         bool               // light colours instead of dark ones
	Silent        bool               // do not announce leaders
	Saved         *SceneContent      // the scene as last saved or opened; nil if unknown
	Present       *SceneContent      // the scene as it would be saved now
	Scene         *scenario.Scenario // the open scene, for its caption and lesson; nil if none
	Toured        bool               // the first steps were completed or closed
	TourDone      []string           // first steps that were done, also in earlier runs
	NoCaptions    bool               // hide captions of scenes
	Bare          bool               // show only messages over the picture, because nobody is using the window
	Bookmarks     [9]bool            // whether each bookmark is saved
	Recording     string             // length of the running recording; empty if not recording
	LastRecording string             // last finished recording of this window; empty if none
	Drawing       Drawing

	FigureMoments []float64 // moments added to the figure, s
}

// SceneLine describes a built-in scene.
type SceneLine struct {
	Name, Line string
	Lesson     bool   // whether the scene has a lesson
	Picture    uint32 // OpenGL texture; 0 if not loaded yet
}

// FlockName is a new name for a flock.
type FlockName struct {
	Flock     int // index of the flock
	Was, Name string
}

// FlockRelation is a new relation of the selected flock to another flock.
type FlockRelation struct {
	Other int // index of the other flock
	To    scenario.Relation
}

// Outcome contains the user's actions in a frame.
type Outcome struct {
	Controls    studio.Controls      // controls after the user's edits
	Edit        studio.Edit          // an edit is in progress or complete
	Around      *around.Surroundings // nil if unchanged
	Thing       ThingAction
	Put         *HunterMove  // nil if none
	Give        ObstacleFile // file for an obstacle
	Browse      Browse       // file dialog to open
	Answer      Answer       // answer to Ask
	Named       string       // file for SaveFirst
	Commands    []studio.Command
	ShowsBoid   bool      // show the properties of the boid that the Commands select
	Seek        *float64  // time to go to, s; nil if none
	Planned     []KeyEdit // edits of timeline keys
	Plan        *Range    // the range in the open dialog; nil means no dialog
	Range       *Range    // range to render or export; nil if none
	Figure      FigureAction
	Actions     []Action
	TourDone    []string           // first steps that the user has just done
	ChoosesMode bool               // the user chose a camera mode, perhaps the current one
	RemoveFlock int                // flock to remove; 0 if none
	Bookmark    int                // camera bookmark to fly to, or if negative to save; 0 if none
	Open        string             // a built-in scene or a file to open; empty if none
	Save        string             // file to save the scene to; empty if none
	Bird        string             // one of the State's Birds to draw; empty if unchanged
	Mix         []BirdShare        // the models to draw together; empty if unchanged
	RestoreBird bool               // give the selected flock the bird of the saved scene
	Head        string             // side with the head; see facing.HeadSides; empty if unchanged
	HeadOf      int                // index in Mix of the model to which Head applies
	Flock       *scenario.Newcomer // a flock to add; nil if none
	Relation    *FlockRelation     // another relation of the selected flock; nil if none
	FlockName   *FlockName         // another name for a flock; nil if none
	later       []func(*Panel, *State, *Outcome)
	handle      *handle           // nil if unchanged
	CSV         []metrics.Entry   // ledger entries to save; nil if none
	Visit       *metrics.Entry    // ledger entry to go to; nil if none
	VisitMoment bool              // go to the moment of the entry, even from the present of a live flock
	Measure     live.Request      // what to measure
	Tables      []Table           // plot data to save; nil if none
	Preset      PresetAction      // an action on a preset
	PlotFigure  *PlotFigure       // figure of the plots to save; nil if none
	Workspace   string            // workspace to go to; empty if none
	Keys        map[string]string // changed keys, by the names of their bindings; nil if unchanged
	turn        mgl32.Vec2        // turn of the camera by keys, to the right and up, radians
	looked      bool
	Limits      *FrameLimits // new frame rate limits; nil if unchanged
	Say         string       // message to the user; empty if none
}

func (s *State) playsRecording() bool { return s.Tape != nil && !s.Tape.Branched }
