package web

import (
	"github.com/go-gl/mathgl/mgl32"
)

// Scene contains the data of a page except the flight. It corresponds to the interface Scene in src/scene.ts.
type Scene struct {
	Title        string         `json:"title"`
	Flock        string         `json:"flock"` // number and kind of the birds, as text
	Description  string         `json:"description"`
	Credit       string         `json:"credit"` // authors of the published work that the scene shows
	Watch        string         `json:"watch"`  // hint about what to look for
	Program      string         `json:"program"`
	Notes        []string       `json:"notes"` // facts about the data, such as the largest error
	Species      []Species      `json:"species"`
	Birds        []Bird         `json:"birds"`
	Light        Light          `json:"light"`
	Inks         Inks           `json:"inks"`
	TraceSeconds float32        `json:"traceSeconds"`
	View         View           `json:"view"`             // view with which the page opens
	Aspect       float32        `json:"aspect"`           // width / height of the picture for the views
	Flight       *FlightAbout   `json:"flight,omitempty"` // data of a recorded flight
	Solids       *Solids        `json:"solids,omitempty"` // obstacles
	Wires        [][][3]float32 `json:"wires,omitempty"`  // points of the wires on which birds perch, m
	Chosen       int            `json:"chosen"`           // index of the bird selected at first, or -1
}

// Species is a flock's species.
type Species struct {
	Name   string     `json:"name"`
	Bird   int        `json:"bird"`             // first model, an index in Scene.Birds
	Models []Model    `json:"models,omitempty"` // all models; omitted if there is only one
	Colour mgl32.Vec3 `json:"colour"`           // colour in the legend, sRGB
}

// Model is one of the models of a species: its index in Scene.Birds, and the relative number of birds that
// have it. JSON stores both as an array.
type Model [2]int // index in Scene.Birds, and relative number of birds, as in models.Shares

// Bird describes a bird's mesh in several poses.
type Bird struct {
	Beat   int     `json:"beat"`  // number of poses of the wingbeat, which come first
	Poses  int     `json:"poses"` // number of all poses
	Rest   int     `json:"rest"`  // index of the pose with folded wings; 0 if none
	Flare  int     `json:"flare"` // index of the pose of a bird that brakes; 0 if none
	Levels []Level `json:"levels"`
}

// Level describes a level of detail.
type Level struct {
	Data      string  `json:"data"`     // name of the data with the vertices
	Vertices  int     `json:"vertices"` // number of vertices per pose
	Triangles int     `json:"triangles"`
	Reach     float32 `json:"reach"`  // largest coordinate, wingspans
	Sheets    bool    `json:"sheets"` // triangles are visible from both sides
}

// Light is the light of a scene. Colours are linear RGB, with the exposure of eyes that have adapted to it.
// The data "sky" contains the map of the sky (see [Page.SetLight]).
type Light struct {
	Sun       mgl32.Vec3    `json:"sun"`       // unit vector towards the sun
	Key       mgl32.Vec3    `json:"key"`       // unit vector towards the light that casts shadows: the sun or the moon
	KeyLight  mgl32.Vec3    `json:"keyLight"`  // irradiance on a surface that faces this light
	Disc      mgl32.Vec3    `json:"disc"`      // radiance of the sun's disc
	Skylight  mgl32.Vec3    `json:"skylight"`  // light of the sky on a level surface, divided by pi
	Bounced   mgl32.Vec3    `json:"bounced"`   // radiance of the ground
	Ambient   [3]mgl32.Vec3 `json:"ambient"`   // light from all directions: mean, increase towards the sun's azimuth, increase upwards
	Brightest float32       `json:"brightest"` // largest radiance in the sky map
	Ground    mgl32.Vec3    `json:"ground"`    // albedo of the ground
	Haze      float32       `json:"haze"`      // fraction of light absorbed per metre
	AirHaze   float32       `json:"airHaze"`   // fraction of light scattered forward per metre
	Exposure  float32       `json:"exposure"`
	Adapt     float32       `json:"adapt"`  // fraction of the brightness difference between views that the exposure compensates, 0 to 1
	Land      string        `json:"land"`   // kind of ground; see look.LandNames
	Clouds    [3]float32    `json:"clouds"` // fractions of the sky under low and high clouds, and darkness of low clouds, 0 to 1
}

// Inks are the colours of leaders and traces: linear RGB and opacity.
type Inks struct {
	Leader        mgl32.Vec4 `json:"leader"`
	Trace         mgl32.Vec4 `json:"trace"`
	LeaderTrace   mgl32.Vec4 `json:"leaderTrace"`
	SelectedTrace mgl32.Vec4 `json:"selectedTrace"`
}

// View is a camera at a point in time.
type View struct {
	Eye      mgl32.Vec3 `json:"eye"`      // position of the eye, m
	Rotation [4]float32 `json:"rotation"` // rotation from the camera's axes (right, up, backward) to the world's: x, y, z, w
	FOV      float32    `json:"fov"`      // full vertical angle, radians
	Hide     int        `json:"hide"`     // index of the bird in whose eyes the camera is, or -1
}
