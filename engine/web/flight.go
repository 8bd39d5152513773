package web

// FlightAbout describes the data of a recorded flight, named "flight".
type FlightAbout struct {
	Birds   int     `json:"birds"`
	Frames  int     `json:"frames"`
	FPS     float64 `json:"fps"`
	Quantum float32 `json:"quantum"` // unit of positions, m
}
