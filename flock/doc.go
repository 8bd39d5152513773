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
// The package reads no clock, opens no file, knows no window and keeps no
// package state.
package flock
