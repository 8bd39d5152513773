package around

// Wall is the largest distance from the origin along each axis, in metres.
const Wall = 1000
