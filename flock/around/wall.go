package around

// Wall is the largest distance from the origin along each axis, m.
const Wall = 1000
