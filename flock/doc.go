// Package flock simulates flocks of boids. It is an engine: it keeps the state of the
// boids, finds their neighbours, asks rules how they steer, integrates, and has a
// stage for the change of leadership. It knows no rule and no model by name. Those
// are data: package flock/rules has the rules, flock/model the models made of them,
// the first of which is that of Hartman and Beneš ("Autonomous Boids", 2006, cited as
// S3) over the steers of Reynolds. The package's example has a rule and a model of
// its own.
//
// # Rules, models and columns
//
// A [Rule] is one steer: a struct whose tagged fields are its parameters, see
// [ModelDef], and a method Steer, whose arguments are what it perceives. All that is
// known about a parameter (key, range, unit, meaning, source) stands in its field's
// tag; scenario files, the panel, the help, sweeps, checkpoints and recorded edits
// follow from there. A rule that is social answers the flockmates: all such are
// capped together by steer_limit, and are what the ledger asks about followers.
//
// A [Model] is a list of rules in the order of its paper, with their values, and with
// what the engine itself takes: [Sight], [Steers], [Speeds], [Space], [Flight], and
// [Leadership] if it has that stage. Other models' rules may stand beside its own,
// switched off. A model is made once, by [NewModel], which refuses what is wrong with
// it in one line; any number of Worlds fly by it. [Params] are values of a model's
// parameters, by key.
//
// A [Column] is a number or a vector that every boid carries. The engine has a table of
// them, such as position, velocity and up-vector, and a rule may bring its own. What
// memory a flock takes, how boids are sorted, copied, saved, hashed and checked follows
// from the table. The columns of a rule beside the model take memory and time, and are
// saved and hashed, only while it is at work; and its parameters are written down only
// where they differ from the model's own. So a model may get one more, and older
// recordings still open. The models of flock/model have each other's rules beside their
// own, all of them, from one list.
//
// # Several flocks
//
// A [World] holds several flocks, each a [Flock] of a [Def]: of a species, with a
// model, parameters and a start of its own. Ids run through all: those of the first
// flock come first. A boid's neighbours are its flockmates alone. Whom else it
// perceives follows from how its flock regards the others, which it may notice, follow
// or flee: a rule with the methods Within and Each perceives those that its method
// Regards names, one by one, in its field of view, see [Regard], or chooses among them, see
// [Others]. What boids remember of others by their numbers
// follows those when numbers change. Positions are those of the start of the tick for all flocks. A flock takes its random numbers from a seed of
// its own, so that it flies as it would alone where it takes no notice of others; the
// first one's is the World's.
//
// # Adding a rule or a model
//
// A rule is a new file in flock/rules: the struct with its tags, About, Steer, and what
// else of [Rule] it needs. It is at work where a model lists it, so the model's file
// gets a line; beside all other models it then stands, switched off by the first of its
// numbers that do so at 0. A model is a new file in flock/model, and a line in the list
// of model.All. Then
// "make guide" writes it into the guide. Nothing else changes: no parameter is listed
// a second time, and tests over all models include it. A program outside this repository
// gives its models to program.Main of cmd/skein/program, and has the window and all
// commands with them; model.Register makes them known where only Go code flies them.
//
// A rule may have a kernel beside its formula, in flock/internal/lanes, which does the
// same for eight boids at a time, bit for bit; it is found by the rule's methods Kernel
// and Terms, which only this module's rules can have.
//
// # Who imports whom
//
// This package imports nothing of skein but flock/internal; flock/rules imports this
// one, and the kernels; flock/model both; flock/scenario and flock/recording this one
// and flock/model; flock/metrics this one alone. A test of the command holds all
// packages to it.
//
// # Units and axes
//
// Metres, seconds, metres per second; right-handed axes with Y up, as in glTF.
// Time advances in fixed ticks, TickRate of them a second. A gain is meant
// "per 1/30 s" as in S3: a tick adds 30/TickRate times the sum of the steers.
//
// A model may count in steps instead ([PerStep]). Then a tick is a step whatever the
// tick rate: velocities and steers are metres per step, a tick adds the steers and then
// the velocity. Only what is seen of a bird goes by the second, and snapshots have
// velocities in m/s. To the bank and the wings a step's velocity counts as m/s. A model
// in the plane ([ModelDef].Plane) has everybody stay at the height that they start at,
// upright.
//
// # Laws
//
// The same [Def] gives the same bits on every machine, for any number of workers
// and every [Index]. Products that feed a sum are converted explicitly
// (float32(a*b)), which forbids fusing them; positions and velocities are rounded
// to [vec.Quantum] as they are integrated; randomness is a function of (seed, boid,
// purpose, counter).
//
// Sums over neighbours are over whole numbers of quanta and hence free of order:
// what others see of a boid is eight numbers of 32 bits, two to a word, and a sum
// is four additions modulo 2⁶⁴ a neighbour. What a boid makes of it is the
// difference from itself, which 32 bits hold while the number of neighbours times
// the difference stays below 524,288 m or m/s. From 1,700 neighbours on, at
// differences of up to 300 m/s, sums are taken in 64 bits; in a world that wraps
// around, whose far sides are neighbours, from fewer on the wider it is. Terms of
// the separation that are not whole quanta are rounded to such before they are
// summed.
//
// # A tick
//
// [World.Step] takes one. First come the changes of the schedule that are due, see
// [Change]. The rules are brought to the present: those at work
// that have a method Tick learn the seed, the age and the tick rate. The index of each
// flock finds who is where. The boids of one flock after the other are then taken in
// blocks of up to 256, by whichever worker is free, and a block goes through all of
// this, from the old state of everyone:
//
//  1. Perception: for each boid the sums over its vision sphere, and over its
//     neighbourhood where that is another; leaders count more. Where a boid heeds a
//     leader, the social rules are asked about it once more, without that one, for the
//     ledger.
//  2. The social rules in order, each for the whole block; together they are capped by
//     steer_limit.
//  3. The other rules, in order, uncapped, and among them those that perceive other
//     flocks or what lies ahead; and the turn before the wall.
//  4. Leadership, if the model has it: escapes go on or end, or begin 30 times a second.
//  5. Velocity, then position, within the limits of speed and of the world (H6, H7), and
//     around obstacles.
//  6. What is seen of a bird: bank and wings. In a world that wraps around, who left
//     enters on the other side.
//
// A rule that is switched off costs nothing, and its columns are 0. Last the
// ledger notes what happened, and the new positions take the place of the old ones.
//
// # Indices
//
// The grid sorts boids into cells of about the vision radius, half that along x, anew
// whenever they have strayed; up to eight boids of a row of cells then look about
// together, at a list of all that may come into their sight before the next sort. It is
// the fastest for any number of boids. The distance matrix (S3) is one triangle, each
// pair computed once, with both sides of each pair added up at once. Brute force has
// each look at every other.
//
// # Neighbourhoods
//
// A boid steers by its neighbourhood, always of those in its field of view, ties to
// the lower id. Erneholm compares the first two and proposes the last (S4, chapter 3:
// "both the N closest outside the neighbourhood radius and all boids within"):
//
//	sphere               all within the vision radius
//	nearest              the N nearest, however far
//	nearest_in_sight     the N nearest within the radius: N at most
//	radius_and_nearest   all within it, and if they are fewer than N the nearest
//	                     outside it up to that many: N at least
//	radius_plus_nearest  all within it, and the N nearest outside it
//	everyone             the whole flock, however far (S0)
//
// Leadership looks at the whole vision sphere. Beside the neighbourhood a boid heeds
// leaders within their salience range. One that has too few in sight (in view in its
// vision sphere, whoever of them it steers by) also seeks company: a steer of its own
// beside the others, by the gains of cohesion and alignment, to all in view in the
// lonely range. Its neighbourhood stays what it is.
//
// # Room
//
// A flock of the scene murmuration is of one density and one height, and the wider the
// more boids it has. Its start and its roost are roomy, that is they follow from the
// number of boids: a disc of 1.8 m³ a boid, 4.8 m high, and a roost whose radius rises
// with the root of the number from 300 boids on. The start has the gusts of a flock that
// has long been in the air, so that little warm-up is needed.
//
// A flock may start as groups instead ([Group]): each spread evenly over a ball at a
// place of its own, on a course of its own. They take ids in order; who is left over
// starts in the cloud.
//
// # Escapes
//
// A leader follows its escape curve: in tick k = 0, 1, 2, … of its escape, along its
// heading, the steer
//
//	EscapeStrength · curve((k + 1/2)·dt/EscapeSeconds) · max(v, CruiseSpeed)
//
// with v its speed on leaving, or now: the curve is taken at the middle of each
// tick. [EscapeCurve] has the formulas of the presets, [EscapePoints.Gain] that of a
// curve through points. Its limit of speed is EscapeSpeed times MaxSpeed for the
// first two thirds of the escape, and eases back to MaxSpeed over the last, by
// 3x² - 2x³.
//
// # Bank
//
// The up-vector u follows the turn through two filters in series, each of the first
// order and of the time BankTime. With v and v' the velocities before and after a
// tick, g = 9.81 m/s² upwards and f = dt/(BankTime + dt),
//
//	a ← a + f·((v' - v)/dt - a)
//	u ← U(u + f·(U(a + g) - u))
//
// where U(x) is the unit vector along what of x lies across v'. A flock starts with
// a = 0 and u = U(g).
//
// # Obstacles
//
// An [Obstacle] is a solid: a sphere, box or cylinder, the half of the world below a plane
// or a height, a model of triangles or a terrain of heights. The first five are known
// exactly. A model has a grid of signed distances for what is far from it, 53³ of them at
// most, and near it the triangles themselves, see flock/internal/solid: for a model of
// 50,000 triangles 4 MB in all, found in a quarter of a second on two cores, which "skein
// bench --world" prints, and then kept. The most is 1,048,576 triangles and 70 MB. One whose
// triangles enclose nothing is in the way as the sheets that it is of. All below a terrain
// is ground. In a world that wraps around obstacles have images, and ground and planes end
// with the world.
//
// Rules with a method Look perceive what lies ahead and turn in time. What is left is seen
// to after the tick's move, wind included: a boid stops at its clearance, see [Clearance],
// and goes on along the surface, the edge between two, or out of a corner, with the part of
// its velocity that points there, at half of its speed at least; the limits of speed hold.
// So long as the straight way between two places in consecutive ticks would lead through
// anything it ends where it first met that. Boids that start in an obstacle, join in one or
// have one moved onto them come out to a free place nearby, flagged as [Jumped] if that is
// over 1 m off; if there is none they stay.
//
// What is around a flock is looked for by boxes around 64 boids at a time: those far from
// all obstacles pay nothing.
//
// # Bounds
//
// A soft box or sphere stands on the ground over the origin and steers back those
// near it. A world that wraps around is a torus: of each other a boid perceives the
// nearest image, and who leaves it on one side enters on the other, flagged as
// [Jumped]. Worlds without bounds turn boids back at 800 m from the origin along
// each axis; at 1,000 m they stop. So positions stay where sums are exact.
//
// # What is around
//
// A World may have paths, places, perches and winds around its flocks, see [Surroundings].
// Rules that heed them are at work by themselves where there are any, in every model, and
// nowhere else: without them no bit is other.
//
// Boids fly in the air. The velocity in the state is that through the air: by it they steer,
// see each other's courses, bank, beat their wings and are limited. In a tick a boid goes by
// it, and beside it by the wind that blows where it is, in whole quanta, so that in a steady
// wind a flock flies as in still air and is carried by wind times time. A [Snapshot] has both:
// Vel over the ground, and Air. A wind is steady, or a shear by the logarithmic profile
// over y = 0, or gusts, waves of (1 - cos)/2 that travel, or a thermal, whose air rises in the
// middle and sinks around it (Gedeon 1973) by Lenschow's profile of heights. What rules say of
// places stands with them in package flock/rules.
//
// A [Perch] is a point, a line, or the top of an obstacle: along the edges of a level face of
// a box, around the end of a cylinder, and else all over the upper half where it is level
// within 26°, at the perch's spacing, or where it is highest. Flocks share seats. An edit
// leaves birds on their seats as long as those are there, and takes them along with a perch
// that moves. A flock may start perched.
//
// A bird that comes to its seat brakes over the last 3.5 m and pitches up, see
// [Boid.Attitude]. A perched bird stays on its seat, in any wind. Its velocity is the way that it faces, no
// longer than 0.02, which nobody can see in its path.
//
// # Words of the ledger
//
// A cluster is a connected component of the flock, with links shorter than the
// vision radius, leaders included. An escape's peak is the largest distance from
// the leader to its nearest boid while it is away. A follower is a boid that does
// not lead and whose steer owing to the leader (what it does less what it would do
// without that one, its company left as it is), projected on the direction to the
// leader and summed over the escape, is at least 0.5 m/s. A leader is reabsorbed when it is past its peak,
// more than 1 s after leaving, and its 7th nearest has been closer than 1.25 times
// the distance on leaving for half a second; or when after 20 s it is in the
// largest cluster. Otherwise it is then abandoned.
//
// A boid that hunts begins an attack, and may report a strike or a near miss; by what, its
// rule says. An attack that ends without either has no entry of its end: its prey was lost,
// or it came nowhere near. While somebody hunts a flock, once a second the ledger looks at its
// clusters: once 95 % were in the largest, it splits when the second largest has 10 %, and
// is reunited when 95 % are in the largest again.
//
// A bird has perched at the tick at which it is first seen on its seat, and left at that at
// which it no longer is; one that turns back before its seat has done neither. The perch of a
// bird that stands on the ground (P6) is "ground".
//
// # Sources
//
// Documentation cites where a rule comes from. S3 is Hartman and Beneš,
// "Autonomous boids" (2006), with its equations and figures; S0 the pseudocode of
// "Boids" after Conrad Parker; S1 Brundage's "Neat Algorithms - Flocking"; S2 the boids
// of Cornell's course ECE 5730; S4 Erneholm's comparison of neighbourhoods. The
// rows that skein is held to are numbered over S3: H1 vision, H2 separation, H3
// its balance with cohesion, H4 cohesion, H5 alignment, H6 the step, H7 limits,
// H8 eccentricity, H9 the front test, H10 the trigger, H11 the random table, H12
// no re-entry, H13 the escape curve, H14 the game of leaving and being taken
// back, H15 the distance matrix, H16 flapping and gliding, H17 views, H18 speed;
// the row "up-vector" is the bank. Those over S0 are P1 to P3 its three conducts, P4
// wind, place and the limit of speed, P5 the soft bounds, P6 perching, P7 scattering and
// fleeing, P8 the field of view, P9 the disturbances. Each has a test of its name.
//
// The package reads no clock, opens no file, knows no window and keeps no
// package state.
package flock
