package studio

// Clock converts elapsed time into a number of ticks. The caller passes in the time. The zero Clock does not
// advance: set Rate and Speed.
type Clock struct {
	Rate   int     // ticks per second of simulated time
	Speed  float64 // simulated seconds per second of real time
	Paused bool

	last    float64
	started bool
	due     float64 // time not simulated yet, in ticks
}

// catchUp is the longest time that one frame simulates, in s. It is real time if Speed is above 1, and
// simulated time otherwise. A slow machine slows the flock down instead of freezing the program.
const catchUp = 0.1

// LowestRate is the smallest number of frames per second to which a window should be limited. Below
// 1/catchUp frames per second, the flock slows down. The margin is for late pictures.
const LowestRate = 15

// Advance returns the number of ticks to simulate. now is any monotonic time in seconds.
func (c *Clock) Advance(now float64) int {
	passed := now - c.last
	if !c.started || passed < 0 {
		passed = 0
	}
	c.last, c.started = now, true
	if c.Paused {
		return 0
	}
	limit := catchUp * max(c.Speed, 1) * float64(c.Rate)
	c.due = min(c.due+passed*c.Speed*float64(c.Rate), max(limit, 1))
	n := int(c.due)
	c.due -= float64(n)
	return n
}

// Alpha returns the time to show, as a position between the last two snapshots: 0 is the earlier snapshot,
// and 1 the later one.
func (c *Clock) Alpha() float32 { return float32(c.due) }

// ShowLatest makes Alpha return almost 1, so that the later snapshot is shown after a single step.
func (c *Clock) ShowLatest() { c.due = 1 - 1e-6 }
