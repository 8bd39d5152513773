// Package flock simulates flocks of boids: the change-of-leadership model of
// Hartman and Beneš ("Autonomous Boids", 2006, cited as S3) over the steers of
// Reynolds, with the few additions that a living scene needs, each behind a
// switch that the scene "paper" turns off.
//
// # Units and axes
//
// Metres, seconds, metres per second; right-handed axes with Y up, as in glTF.
// Time advances in fixed ticks, TickRate of them a second. A gain is meant
// "per 1/30 s" as in S3: a tick adds 30/TickRate times the sum of the steers.
//
// # Laws
//
// The same [Def] gives the same bits on every machine and for any number of
// workers. Products that feed a sum are converted explicitly (float32(a*b)),
// which forbids fusing them; positions and velocities are rounded to [Quantum]
// as they are integrated, so that sums over neighbours are exact and hence free
// of order; randomness is a function of (seed, boid, purpose, counter).
//
// # Sources
//
// Documentation cites where a rule comes from. S3 is Hartman and Beneš,
// "Autonomous boids" (2006), with its equations and figures; S0 the pseudocode
// "Boids" after Conrad Parker; S4 Erneholm's comparison of neighbourhoods. The
// rows that skein is held to are numbered over S3: H1 vision, H2 separation, H3
// its balance with cohesion, H4 cohesion, H5 alignment, H6 the step, H7 limits,
// H8 eccentricity, H9 the front test, H10 the trigger, H11 the random table, H12
// no re-entry, H13 the escape curve, H14 the game of leaving and being taken
// back, H15 the distance matrix, H16 flapping and gliding, H17 views; P8 and P9
// are the field of view and the disturbances of S0. Each has a test of its name.
//
// The package reads no clock, opens no file, knows no window and keeps no
// package state.
package flock
