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
	Escaped, AllEscapes int                // number of escapes of all flocks up to the shown time, and in the whole flight
	Species             []string           // names of the flocks that have boids or belong to the scene
	Joined              []bool             // for each flock: whether it joined during the flight
	Gone                []bool             // for each flock: whether it is not listed, because it has no boids at the shown time
	Leaders             int                // number of leaders that are drawn in orange in the last picture
	Escapes             []flock.OpenEscape // escapes that are open at the shown time
	Seed                uint64
	FrameMS             float64 // time between two frames
	DrawMS              float64 // time to draw one frame
	TickMS              float64 // time to step one tick

	Study         Study
	Timeline      Timeline
	Job           Job
	News          *live.News                                   // measurements of the flock
	Now           float64                                      // shown simulated time, s
	Start         float64                                      // start of a recording, s
	Presets       []Preset                                     // presets for the selected flock
	Around        around.Surroundings                          // the things around the flock
	Hunters       []studio.Hunter                              // the birds that hunt, which the user can move; none while a recording or the past is shown
	ShownHunters  []studio.Hunter                              // hunters of the shown flight; their field Spot is empty
	Extent        mgl32.Vec3                                   // size of the selected obstacle along the axes, m
	Shown         Place                                        // view and size of the last picture
	OnPath        bool                                         // the camera follows its path
	Previews      bool                                         // the camera shows its path until the user moves it
	ShownAt       func(boid int) (at mgl32.Vec3, present bool) // returns the position of a boid in the last picture, m
	Picture       image.Rectangle                              // the area that the panel leaves free, screen units
	Inset         image.Rectangle                              // the part of Picture that the inset covers, screen units; empty: no inset
	Tape          *Tape                                        // the recording that is playing; nil: the flock is live
	Bird          string                                       // name of the bird model, or of the first one
	Mix           []BirdShare                                  // all models of the selected flock
	Birds         []string                                     // names of all bird models
	Sides         [][]string                                   // the likely sides of the head of each model of Mix, the most likely first; empty: the head is in front
	BirdPictures  map[string]uint32                            // OpenGL textures of the pictures of birds, by name
	Scenes        []SceneLine                                  // built-in scenes
	Recent        []string                                     // files that were opened or saved, the last one first
	Title         string
	Unsaved       bool   // whether the scene has unsaved edits
	Workspace     string // name of the present workspace
	CanUndo       bool
	CanRedo       bool
	Light         bool               // whether the window has light colours instead of dark ones
	Silent        bool               // whether leaders are not announced
	Saved         *SceneContent      // the scene as it was last saved or opened; nil: unknown
	Present       *SceneContent      // the scene as it would be saved now
	Scene         *scenario.Scenario // the open scene, for its caption and lesson; nil: none
	Toured        bool               // whether the first steps were completed or closed
	NoCaptions    bool               // whether captions of scenes are not shown
	Bare          bool               // whether to show only messages over the picture, because nobody uses the window
	Bookmarks     [9]bool            // whether each camera bookmark is saved
	Recording     string             // length of the recording so far; empty: not recording
	LastRecording string             // the last finished recording of this window; empty: none
	Drawing       Drawing

	FigureMoments []float64 // times of the moments added to the figure, s
}

// SceneLine describes a built-in scene.
type SceneLine struct {
	Name, Line string
	Picture    uint32 // OpenGL texture; 0: not loaded yet
}

// FlockName is a new name for a flock.
type FlockName struct {
	Flock     int // index of the flock
	Was, Name string
}

// FlockRelation is another relation of the selected flock to another flock.
type FlockRelation struct {
	Other int // index of the other flock
	To    scenario.Relation
}

// Outcome contains what the user did in a frame.
type Outcome struct {
	Controls    studio.Controls      // controls after the user's edits
	Edit        studio.Edit          // whether an edit is in progress or complete
	Around      *around.Surroundings // edited surroundings; nil: unchanged
	Thing       ThingAction
	Put         *HunterMove  // move of a hunter; nil: none
	Give        ObstacleFile // file for an obstacle
	Browse      Browse       // file dialog to open
	Answer      Answer       // answer to Ask
	Named       string       // the file to save the scene in, if Answer says to save it
	Commands    []studio.Command
	Seek        *float64  // time to go to, s; nil: none
	Planned     []KeyEdit // edits of timeline keys
	Plan        *Range    // the range in the open dialog; nil: no dialog
	Range       *Range    // a range to render or export; nil: none
	Figure      FigureAction
	Actions     []Action
	ChoosesMode bool                             // the user chose a camera mode, perhaps the present one
	RemoveFlock int                              // flock to remove; 0: none
	Bookmark    int                              // camera bookmark to fly to; negative: to save; 0: none
	Open        string                           // a built-in scene or a file to open; empty: none
	Save        string                           // file to save the scene to; empty: none
	Bird        string                           // one of the State's Birds to draw; empty: unchanged
	Mix         []BirdShare                      // the models to draw together; empty: unchanged
	RestoreBird bool                             // whether the selected flock gets the bird of the saved scene again
	Head        string                           // side of the drawn bird where its head is, see facing.HeadSides; empty: unchanged
	HeadOf      int                              // index in Mix of the model to which Head belongs
	Flock       *scenario.Newcomer               // a flock to add; nil: none
	Relation    *FlockRelation                   // another relation of the selected flock; nil: none
	FlockName   *FlockName                       // another name for a flock; nil: none
	later       []func(*Panel, *State, *Outcome) // actions that the panel runs when it is next shown
	handle      *handle                          // new action of the selected object's handle; nil: unchanged
	CSV         []metrics.Entry                  // ledger entries to save; nil: none
	Visit       *metrics.Entry                   // ledger entry to go to; nil: none
	VisitMoment bool                             // go to the moment of the entry, also from the present of a live flock
	Measure     live.Request                     // what to measure
	Tables      []Table                          // plot data to save; nil: none
	Preset      PresetAction                     // an action on a preset
	PlotFigure  *PlotFigure                      // figure of the plots to save; nil: none
	Workspace   string                           // workspace to go to; empty: none
	Keys        map[string]string                // keys that the user changed, by the names of their bindings; nil: unchanged
	turn        mgl32.Vec2                       // angles by which keys turn the camera, to the right and up, radians
	looked      bool                             // whether the user turned the camera by mouse, trackpad or keys
	Say         string                           // message to the user; empty: none
}

// playsRecording reports whether a recording plays, or the past of a live flock.
func (s *State) playsRecording() bool { return s.Tape != nil && !s.Tape.Branched }
