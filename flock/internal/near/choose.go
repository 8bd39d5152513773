package near

import "math"

// chooseMost is the largest length of a list that the kernel accepts.
const chooseMost = 64

// Chooser restricts the sight of boids to the nearest of the boids that they see.
type Chooser struct {
	Most int // largest number of others that a boid sees, at least one

	// Reach receives, for each boid that looks, a squared distance between those of the farthest boid that it
	// sees and the nearest boid that it does not see. It differs from both by more than the rounding errors
	// of float32. Reach must have an element for each boid.
	Reach []float32

	// Last holds the reach of the previous choice for each boid, in squared quanta, or 0. The search starts
	// with this value.
	Last []int32

	squares []int32
	sums    [8]int32
	share   []float32
}

// Choose restricts the sight of the first n boids of e to the nearest boids. Call it after e.Look. It sets
// Weight to the number of chosen boids, and all sums except Edge to the sums over them. It skips boids marked
// as unsure, and marks boids as unsure if rounding errors make the choice uncertain.
func (c *Chooser) Choose(e *Eyes, n int) {
	all := float32(e.Inner) * e.Unit * e.Unit
	for i := range n {
		c.Reach[i] = all
		if int(e.Visible[i]) > c.Most && e.Unsure[i/8]>>(i%8)&1 == 0 {
			c.chooseOne(e, i)
		}
	}
}

func (c *Chooser) chooseOne(e *Eyes, i int) {
	begin, end := e.Heads[i]&^3, e.Heads[i+1]&^3
	others := end - begin - e.Heads[i]&3 // the boid's own entries are at the end and do not count
	guess := c.Last[i]
	if guess == 0 {
		guess = max(1, int32(c.shareOf(int(e.Visible[i]))*float32(e.Inner)))
	}
	reach := c.choose(e, e.First+i, e.Lists[begin:][:others], c.Most, e.Inner, guess)
	if c.Last[i] = reach; reach == 0 {
		e.Unsure[i/8] |= 1 << (i % 8)
		return
	}
	sum, unit, most := &c.sums, e.Unit, int32(c.Most)
	c.Reach[i], e.Weight[i] = float32(reach)*unit*unit, float32(c.Most)
	x, y, z := float32(sum[0]), float32(sum[1]), float32(sum[2])
	e.CentreX[i], e.CentreY[i], e.CentreZ[i] = x, y, z
	e.AwayX[i], e.AwayY[i], e.AwayZ[i] = -x*unit, -y*unit, -z*unit
	e.CourseX[i] = float32(sum[4] - most*int32((e.VX[i]-e.Course[0])*e.Scale))
	e.CourseY[i] = float32(sum[5] - most*int32((e.VY[i]-e.Course[1])*e.Scale))
	e.CourseZ[i] = float32(sum[6] - most*int32((e.VZ[i]-e.Course[2])*e.Scale))
}

// shareOf returns the expected squared distance of the farthest chosen boid, as a fraction of the squared
// limit of sight. visible is the number of boids in sight.
func (c *Chooser) shareOf(visible int) float32 {
	for n := len(c.share); n <= visible; n++ {
		c.share = append(c.share, float32(math.Pow((float64(c.Most)+0.5)/float64(max(n, c.Most+1)), 2./3)))
	}
	return c.share[visible]
}

// choose returns a squared distance, in squared quanta, within which there are exactly want boids of a list.
// It returns 0 if rounding errors make this impossible. It stores the boids' sums in c.sums, relative to the
// boid with the index own. More than want boids must be closer than limit. The search starts at guess.
func (c *Chooser) choose(e *Eyes, own int, list []int16, want int, limit, guess int32) int32 {
	if room := max(len(list), chooseMost) + pad; room > len(c.squares) {
		c.squares = make([]int32, 2*room)
	}
	slope := max(1, guess*2/(3*int32(want)))
	if len(list) <= chooseMost {
		return choose(c, e.Records, own, list, want, limit, min(guess, limit-1), slope)
	}
	return c.chooseGo(e.Records, own, list, want, limit, min(guess, limit-1), slope)
}

// chooseGo is a secant search followed by bisection. slope is the expected increase of the squared distance
// per boid.
func (c *Chooser) chooseGo(records []Record, own int, list []int16, want int, limit, guess, slope int32) int32 {
	squares, me := c.squares[:len(list)], &records[own]
	for k, by := range list {
		o := &records[own+int(by)]
		x, y, z := int32(o[0]-me[0]), int32(o[1]-me[1]), int32(o[2]-me[2])
		squares[k] = x*x + y*y + z*z
	}
	low, high, at := int32(0), limit, guess
	for {
		n := below(squares, at)
		if n == want {
			break
		}
		if n < want {
			low = at
		} else {
			high = at
		}
		if at += slope * int32(want-n); at <= low || at >= high {
			if at = int32((uint32(low) + uint32(high)) / 2); at == low {
				return 0
			}
		}
	}
	rounding := at >> 20 // more than the rounding error of three operations; 0 if they are exact
	if below(squares, at+2*rounding) != want {
		return 0
	}
	c.sums = [8]int32{}
	for k, by := range list {
		if squares[k] < at {
			o := &records[own+int(by)]
			for a, place := range me[:3] {
				c.sums[a] += int32(o[a] - place)
			}
			for a := 3; a < 8; a++ {
				c.sums[a] += int32(o[a])
			}
		}
	}
	return at + rounding
}

func below(squares []int32, limit int32) (n int) {
	for _, s := range squares {
		n += int(uint32(s-limit) >> 31)
	}
	return n
}
