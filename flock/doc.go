// Package flock simulates flocks of boids. It is an engine. It keeps the state of the boids, finds their
// neighbours, asks rules how they steer, and integrates their motion. It also has a stage for the change of
// leadership. The engine knows no rule and no model by name, because rules and models are data. Package
// flock/rules has the rules, and flock/model has models that consist of these rules. The first model is by
// Hartman and Beneš ("Autonomous Boids", 2006, cited as S3), based on the steering forces of Reynolds. The
// package's example has a rule and a model of its own.
//
// # Rules, models and columns
//
// A [Rule] is one steering force. It is a struct whose tagged fields are the rule's parameters; see
// [ModelDef]. Its method Steer gets what the rule perceives as arguments. The tag of a field holds everything
// that is known about the parameter, such as key, range, unit, meaning and source. Scenario files, the panel,
// the help, sweeps, checkpoints and recorded edits are all derived from the tags. A social rule responds to
// flockmates. steer_limit limits all social rules together, and the ledger uses social rules to find
// followers.
//
// A [Model] is a list of rules with the values of their parameters, in the order of its paper. It also has
// the parameters of the engine itself: [Sight], [Steers], [Speeds], [Space], [Flight] and [lead.Leadership].
// A model may contain rules of other models, its guests. They are switched off at first. [NewModel] makes a
// model once. It returns an error in one line if something is wrong. Any number of Worlds may use the model.
// [Params] are values of a model's parameters, by key.
//
// A [Column] is a number or a vector that every boid carries. The engine has a table of columns, such as
// position, velocity and up-vector, and a rule may add its own. The table determines how much memory a
// flock takes, and how boids are sorted, copied, saved, hashed and checked. The columns of a guest take
// memory and time, and are saved and hashed, only while the guest is active. The parameters of a guest are
// written only if they differ from the model's own values. So a guest can be added to a model, and older
// recordings still open. Each model of flock/model has the rules of all other models as guests, from one
// list.
//
// # Several flocks
//
// A [World] holds several flocks. Each is a [Flock] of a [Def], with its own species, model, parameters and
// start. Ids run through all flocks, beginning with the first. The neighbours of a boid are only its
// flockmates. Which other boids it perceives depends on how its flock regards the other flocks, which it may
// notice, follow or flee. A rule with SightRange and AddNeighbour methods perceives one by one the boids in
// view that its method Regards selects; see [Regard]. A rule may also choose among these boids; see [Others].
// If boids store the ids of others, the engine corrects them when ids change. All flocks perceive positions
// at the start of the tick. A flock takes its random numbers from a seed of its own, so a flock that
// regards no other flock flies as it would alone. The first flock's seed is the World's.
//
// # Adding a rule or a model
//
// A rule is a new file in flock/rules. The file has the struct with its tags, About, Steer, and the other
// methods of [Rule] that the rule needs. To make it active in a model, add a line to the model's file. The
// rule is then also a guest of all other models. There it is switched off. If parameters disable the rule
// at 0, the first of these parameters is set to 0. A model is a new file in flock/model, and a line in the
// list of model.All. Then "make guide" writes the model into the guide. Nothing else changes. No parameter
// is listed a second time, and tests over all models include the model. A program outside this repository
// passes its models to program.Main of cmd/skein/program, and gets the window and all commands with them.
// A program that only simulates registers its models by model.Register.
//
// # Methods of a rule
//
// A rule that steers has exactly one of the following methods. It returns a change of velocity in m/s per
// 1/30 s, or per step in a model that counts in steps. The arguments are all that the rule can read.
//
//	Steer(me *Self) Vec                      the boid itself
//	Steer(me *Self, seen *Seen) Vec          also the sums over its neighbourhood
//	Steer(me *Self, off, vel *Total) Vec     also the sums over a ring
//	Steer(me *Self, nearest *Neighbour) Vec  also the nearest neighbour, nil if there is none
//	Steer(me *Self, sums *Sums) Vec          also sums that the rule adds up itself
//	Steer(me *Self, others *Others) Vec      also boids of other flocks
//	Steer(me *Self, ahead *Ahead) Vec        also the obstacle ahead
//	Steer(me *Self, mates []Mate) Vec        also the nearest flockmates
//
// Sums over a ring are sums of the neighbours' positions relative to the boid, m, and of their velocities
// relative to its own. The rule defines the ring by
//
//	Ring() Ring
//
// A rule that takes *Sums is called for each neighbour, which takes longer. It has the method
//
//	AddNeighbour(me *Self, other *Neighbour, sums *Sums)
//
// Neighbours come in no particular order, so the terms that AddNeighbour adds must not depend on the values
// of the sums. AddNeighbour does not get the rule's own columns, but Steer does. By default, the neighbours
// are those of the neighbourhood. Two methods change this:
//
//	SightRange() float32  all flockmates within this range, m, and in the field of view
//	Regards() Regard      with SightRange: boids of the flocks that this Regard selects instead
//
// A rule that perceives each flockmate may also perceive other boids, in the same sums, by
//
//	AlsoPerceives() (Regard, float32)  which others, and their range, m
//	Heeds(state []float32) bool        whether a boid with these columns perceives flockmates
//
// This rule perceives only flockmates with a Visible column that is not 0, and gets the columns' values at
// the start of the tick. Its Steer is not called for a boid that perceives no other boid and whose columns
// are 0.
//
// A rule that takes Others has a method Regards. The engine searches for these boids only when the rule asks
// for them. A rule that takes the nearest flockmates has the method
//
//	Mates() int  how many it perceives, at most 48
//
// It gets them nearest first, at any distance and in all directions. Each Mate says whether it is in the
// boid's field of view, and has the rule's own Visible columns. The rule must not keep the slice. A rule that
// takes the obstacle ahead has the method
//
//	Look() Look  how far it looks
//
// Its Steer is called only for boids with an obstacle ahead.
//
// A rule that computes whole blocks of boids, such as one of package formula, has the following methods
// instead of Steer. Its results must not depend on the order in which it perceives boids.
//
//	Crowd() Crowd                   which boids it perceives
//	NewEvaluator() BlockEvaluator   computes blocks
//
// A rule whose parameters are known only when the program runs has the methods
//
//	Parameters() any  a pointer to a struct with the parameters
//	Copy() Rule       a copy of the rule that shares no parameters with it
//
// All other methods are optional:
//
//	IsActive() bool                  whether the rule is active; without this method it always is
//	Move(me *Self, to *Motion)       changes where a boid goes; a rule may have Move alone
//	Tick(now *Tick)                  called once a tick, with data that all boids share
//	Columns() []Column               numbers of its own that each boid carries
//	Omits(column int) bool           whether a column, counted from 0, is not used with the present
//	                                 parameters: it is then 0, and neither saved nor hashed, so
//	                                 old checkpoints remain valid when a rule gets new columns
//	Begin(now *Tick, id int) []float32
//	                                 the columns' values for a boid that joins; a rule that is
//	                                 switched on in flight begins with 0, or with these values
//	                                 if it was read from a text
//	Hunting(state []float32) bool    whether a boid with these columns hunts boids that its
//	                                 flock follows
//	Pursuit(state []float32) Pursuit what a hunting boid does, for explanations
//	Sits(state []float32) bool       whether a boid with these columns perches, for a rule
//	                                 that does not set Motion.Perched
//	Protects() Protection            defines the sum Seen.Away
//	Home(now *Tick) Vec              where the flock starts
//	Imposes() []string               keys of rows of the scorecard: the rule holds their figures at a
//	                                 target, so the scorecard does not count them
//	UseSurroundings(s *Surroundings, species string)
//	                                 the surroundings of a flock of this species, whenever
//	                                 they change; the rule must neither change nor keep them
//	ThingKind() (kind string)        the kind of things that UseSurroundings uses, see [around.ThingKinds]
//	RenumberThings(state []float32)  updates indices of things that a boid remembers, after
//	                                 UseSurroundings was called with other surroundings
//	Renumber(state []float32, newID func(id int) int)
//	                                 updates ids of boids that a boid remembers, when the ids in
//	                                 the World change: newID returns the new id, or -1 for a boid
//	                                 that is gone
//	BeforeTick(now *Tick, all *AllBoids)
//	                                 called once a tick with all boids, before any boid moves, to
//	                                 set the rule's columns
//	BeforeTickShare(all *AllBoids, from, to int)
//	                                 called before BeforeTick, by several goroutines at the same
//	                                 time, each with its share [from, to) of the boids
//	NeedsMean() bool                 whether BeforeTick or BeforeTickShare calls AllBoids.Mean or
//	                                 AllBoids.Box; without this method they may
//	RetiredKeys() []string           keys of parameters that the rule once had: recordings with
//	                                 these keys can be read, but not continued
//	Settle(now *Tick, all *AllBoids) called before the first tick of a flock that starts perched,
//	                                 to put boids on seats
//
// A rule by which boids copy a leader's turn calls me.ReportCopy when a boid begins to copy. From these
// calls, the ledger computes how far and how fast the turn runs. A rule that uses the surroundings is active
// if the World has things of its kind. Its IsActive method reports whether UseSurroundings got any. Other
// rules are switched on by a parameter.
//
// A rule may have kernels in addition to its formula. A kernel is in flock/internal/lanes, and computes the
// same for eight boids at a time, bit for bit. Terms sets the values that the kernels read. Kernel,
// SumsKernel and MateKernels return kernels for Steer, NeighbourKernel returns one for AddNeighbour,
// MoveKernel one for Move. MostKernel and MostMoveKernel return kernels for Steer and Move that mark the
// boids they leave out. Only rules of this module can have kernels.
//
// # Imports
//
// This package imports only these packages of skein: flock/vec, flock/param, flock/message, flock/around,
// flock/cloud, flock/lead, flock/explanation, flock/schedule, flock/snapshots, flock/view and
// flock/internal. The package flock/rules imports this package and the kernels, and flock/model imports
// both. The packages flock/scenario and flock/recording import this package and flock/model. The package
// flock/metrics imports neither rules nor models. A test in cmd/skein/program checks all these imports.
//
// The packages below flock/internal know no World: near and seek find neighbours, lanes has the kernels,
// stages has the stages of a tick that are not rules, columns has the table of what a boid carries, torus
// has the arithmetic of a world that wraps around, solid has the geometry of obstacles, encounter keeps
// boids out of them, gauss draws random numbers, and workerpool runs a tick on several goroutines.
//
// # Units and axes
//
// Units are metres, seconds and metres per second. Axes are right-handed, with Y up, as in glTF. Time
// advances in fixed ticks, TickRate of them per second. A gain is "per 1/30 s" as in S3. This means that a
// tick adds 30/TickRate times the sum of the steering forces.
//
// A model may count in steps instead ([PerStep]). Then a tick is a step at any tick rate. Velocities and
// forces are metres per step, and a tick adds the steering forces and then the velocity. Only the visible
// attitude of a bird depends on seconds, and snapshots have velocities in m/s. For the bank and the wings, a
// step's velocity counts as m/s. In a model in the plane ([ModelDef].Plane) all boids stay upright at the
// height at which they start.
//
// # Laws
//
// The same [Def] gives the same bits on every machine, for any number of workers and every [Index].
// Products that feed a sum are converted explicitly (float32(a*b)), which forbids fusing them. Positions
// and velocities are rounded to [vec.Quantum] as they are integrated. A random number is a function of
// (seed, boid, purpose, counter).
//
// Sums over neighbours are sums of whole numbers of quanta, so they do not depend on the order. Other boids
// see eight numbers of a boid, of 32 bits each, packed in pairs into words of 64 bits. A sum takes four
// additions modulo 2⁶⁴ per neighbour. A boid then makes the sum relative to itself. 32 bits can hold the
// result while the number of neighbours times the largest difference stays below 524,288 m or m/s. If there
// are at least 1,700 neighbours, at differences of up to 300 m/s, sums use 64 bits. In a world that wraps
// around, boids on opposite sides are neighbours. There the limit is lower if the world is wider. Terms of
// the separation that are not whole quanta are rounded before they are summed.
//
// # A tick
//
// [World.Step] simulates a tick. First, it makes the changes of the schedule that are due; see
// [schedule.Change]. Active rules with a Tick method get the seed, the age and the tick rate. Each flock
// builds its index of positions. Then the boids of one flock after the other are taken in blocks of up to 256
// boids, by whichever worker is free. A block goes through all of the following steps, from the old state of
// all boids:
//
//  1. Perception: for each boid, the sums over its vision sphere, and over its neighbourhood if that is
//     different. Leaders have larger weights. If a boid heeds a leader, the social rules are evaluated
//     again without this leader, for the ledger.
//  2. The social rules in order, each for the whole block. steer_limit limits their sum.
//  3. The other rules, in order and unlimited, including those that perceive other flocks or
//     the obstacle ahead; and the turn at the edge of the world.
//  4. Leadership, if it is on: escapes continue or end, and begin at decisions,
//     which are made 30 times a second.
//  5. Velocity, then position, within the limits of speed and of the world (H6, H7), and around
//     obstacles.
//  6. The visible attitude of the bird: bank and wings. In a world that wraps around, boids that
//     leave it enter on the other side.
//
// A rule that is switched off costs nothing, and its columns are 0. Finally the ledger records
// what happened, and the new positions replace the old ones.
//
// # Indices
//
// The grid sorts boids into cells. A cell is about as long as the vision radius, and half as long along x. If
// most boids only need their nearest flockmates, cells are as small as most of these searches.
// The grid sorts the boids again whenever they have moved too far. Up to eight boids of a row of cells
// search together, in a list of all boids that may come into their sight before the next sort. The grid is
// the fastest index for any number of boids. The distance matrix (S3) is a triangle. Each pair is computed
// once and added to the sums of both boids. With brute force, each boid checks every other boid.
//
// # Neighbourhoods
//
// A boid steers by its neighbourhood, restricted to its field of view. Of two boids at the same distance,
// the boid with the lower id is chosen. Erneholm compares sphere and nearest, and proposes
// radius_plus_nearest (S4, chapter 3: "both the N closest outside the neighbourhood radius and all boids
// within"):
//
//	sphere               all within the vision radius
//	nearest              the N nearest, at any distance
//	nearest_in_sight     the N nearest within the radius: at most N
//	radius_and_nearest   all within it, and if they are fewer than N, the nearest
//	                     outside it up to this number: at least N
//	radius_plus_nearest  all within it, and the N nearest outside it
//	everyone             the whole flock, at any distance (S0)
//
// Leadership uses the whole vision sphere. In addition to the neighbourhood, a boid heeds leaders within
// their salience range. A lonely boid has too few others in sight, which are the boids in view in its
// vision sphere. A lonely boid also seeks company. This is a separate force, with the gains of cohesion
// and alignment, to all boids in view in the lonely range. Its neighbourhood does not change.
//
// # Room
//
// A flock of the scene "murmuration" has a constant density and height, and its width grows with the number
// of boids. Its start and its roost are roomy, which means that their size depends on the number of boids.
// The start is a disc of 1.8 m³ per boid, 4.8 m high. If there are at least 300 boids, the radius of the
// roost grows with the square root of their number. At the start, boids already have gusts like those of a
// flock that has flown for long, so that little warm-up is needed.
//
// A flock may start as groups instead ([cloud.Group]). Each group is spread evenly over a ball, with its own
// place and course. Groups take ids in order. The remaining boids start in the cloud.
//
// # Escapes
//
// A leader follows its escape curve. In tick k = 0, 1, 2, … of its escape it steers along its heading by
//
//	EscapeStrength · curve((k + 1/2)·dt/EscapeSeconds) · max(v, CruiseSpeed)
//
// where v is its speed on leaving, or at present. The curve is evaluated at the middle of each tick.
// [lead.Shape.Gain] has the formulas of the presets, and [param.Curve.Gain] has the formula of a curve
// through points. The leader's limit of speed is EscapeSpeed times MaxSpeed for the first two thirds of
// the escape, and eases back to MaxSpeed over the last third, by 3x² - 2x³.
//
// # Bank
//
// The up-vector u follows a turn through two first-order filters in series, each with the time constant
// BankTime. v and v' are the velocities before and after a tick, dt is the tick's length, g is 9.81 m/s²
// upwards, and f is dt/(BankTime + dt):
//
//	a ← a + f·((v' - v)/dt - a)
//	u ← U(u + f·(U(a + g) - u))
//
// where U(x) is the unit vector along the component of x perpendicular to v'. A flock starts with a = 0 and
// u = U(g).
//
// # Obstacles
//
// An [around.Obstacle] is a solid: a sphere, box or cylinder, the half of the world below a plane or a
// height, a model of triangles, or a terrain of heights. The first five are exact. Far from a model, the
// distance comes from a grid of at most 53³ signed distances. Near the model, it comes from the triangles;
// see flock/internal/solid. A model of 50,000 triangles takes 4 MB in all and a quarter of a second on two
// cores to prepare ("skein bench --world" prints this). The result is cached. The maximum is 1,048,576
// triangles and 70 MB. Triangles that do not enclose a volume are obstacles as thin sheets. Everything below
// a terrain is ground. In a world that wraps around, obstacles have images, and ground and planes end with
// the world.
//
// Rules with a method Look perceive what lies ahead and turn in time. Remaining collisions are prevented
// after the tick's move, including the wind: a boid stops at its clearance; see [Clearance]. It slides along
// the surface, along the edge between two surfaces, or out of a corner. It keeps the part of its velocity in
// this direction, and at least half of its speed. The limits of speed hold. If the straight way between its
// places in consecutive ticks would still lead through an obstacle, the move ends at the first obstacle. A
// boid that starts or joins inside an obstacle, or onto which an obstacle is moved, is moved to a free place
// nearby. It is flagged as [Jumped] if that place is more than 1 m away. If there is no free place, the boid
// stays.
//
// Obstacles are searched by boxes around 64 boids at a time. So boids far from all obstacles cost nothing.
//
// # Bounds
//
// A soft box or sphere stands on the ground over the origin and steers back the boids near its boundary. A
// world that wraps around is a torus. A boid perceives the nearest image of each other boid. Boids that
// leave the world on one side enter on the other side, flagged as [Jumped]. Worlds without bounds turn
// boids back at 800 m from the origin along each axis. At 1,000 m, boids stop. So positions stay within
// the range where sums are exact.
//
// # Surroundings
//
// A World may have paths, places, perches and winds around its flocks; see [around.Surroundings]. Every model
// has the rules that use them. These rules are active only if the World has such things. Without such things,
// no bit changes.
//
// The velocity in the state is the velocity through the air. Boids steer and bank by this velocity, and
// beat their wings by it. They see each other's velocities through the air, and the limits of speed apply
// to these velocities. A tick moves a boid by this velocity, and in addition by the wind at its place, in
// whole quanta. So in a steady wind a flock flies as in still air and drifts by wind times time. A
// [Snapshot] has both velocities, which are Vel over the ground and Air through the air. There are four
// kinds of wind. A wind may be steady. A shear has the logarithmic profile over y = 0. Gusts are
// travelling waves of (1 - cos)/2. The air of a thermal rises in the middle and sinks around it (Gedeon
// 1973), by Lenschow's profile of heights. The rules about places are documented in package flock/rules.
//
// An [around.Perch] is a point, a patch, a line, or the top of an obstacle. A patch is level and round,
// such as a reed bed. It has the given Radius around a single point, and one seat per square of Spacing.
// The seats are placed evenly, like the seeds of a sunflower. Birds come to a patch from above, and to
// other seats from below. When a patch closes, they leave it as a ring that grows from the middle, as radar
// sees starlings leave their roosts (Eastwood, Isted and Rider 1962). Seats on a top are along the edges of
// a level face of a box, or around the end of a cylinder. On other obstacles they are all over the parts of
// the upper half that are level within 26°, at the perch's spacing. If no part is level, they are at the
// highest places. Flocks share seats. An edit leaves birds on their seats as long as the seats exist, and
// moves them along with a perch that moves. A flock may start perched.
//
// A bird that approaches its seat brakes over the last 3.5 m and pitches up; see [snapshots.Boid.Attitude]. A
// perched bird stays on its seat in any wind. Its velocity has the direction that it faces, and a length of
// at most 0.02 m/s, too little to show in its path.
//
// # Terms of the ledger
//
// A cluster is a connected component of the flock, including leaders, with links shorter than the vision
// radius. An escape's peak is the largest distance from the leader to its nearest boid while it is away. A
// follower is a boid that does not lead and that the leader caused to steer by at least 0.5 m/s. This value
// is the sum over the escape of the steering force caused by the leader, projected on the direction to the
// leader. A boid that copied the leader's turn, from the leader or from boids that copied it before, is a
// follower too. The steering force caused by a leader is the boid's steering force minus its steering force
// without this leader, with unchanged company. The delay of an escape is the mean time from its beginning
// until a boid copied the turn. Only boids that copied it count. The speed of its wave is the slope of the
// line through the origin that best fits the distances of these boids from the leader over their delays, by
// least squares. A distance is measured at the tick at which the boid began to copy the turn. The speed needs
// at least eight such boids. Boids that were only pulled towards the leader have no delay.
//
// A leader is reabsorbed when three conditions hold. It is past its peak, and it left more than 1 s ago.
// And for half a second, its 7th nearest boid has been closer than 1.25 times the distance on leaving. A
// leader is also reabsorbed if it is in the largest cluster after 20 s. Otherwise, the ledger then records
// it as abandoned.
//
// A boid that hunts begins an attack, and may report a strike or a near miss, as its rule defines them. An
// attack that ends without either has no entry for its end. Then the prey was lost, or the hunter did not
// come near it. While a flock is hunted, the ledger checks its clusters once a second. A flock whose
// largest cluster held 95 % of the boids splits when its second largest cluster holds 10 %. It is reunited
// when its largest cluster holds 95 % again.
//
// A bird counts as perched from the tick at which it is first seen on its seat. It counts as gone
// from the tick at which it is no longer seen there. For a bird that turns back before it reaches
// its seat, neither is recorded. The perch of a bird that stands on the ground (P6) is "ground".
//
// # Sources
//
// Documentation cites the source of each rule. S3 is Hartman and Beneš, "Autonomous boids" (2006), with
// its equations and figures. S0 is the pseudocode of "Boids" after Conrad Parker. S1 is Brundage's "Neat
// Algorithms - Flocking". S2 is the boids of Cornell's course ECE 5730. S4 is Erneholm's comparison of
// neighbourhoods. The requirements for skein that come from S3 are numbered: H1 vision, H2 separation, H3
// its balance with cohesion, H4 cohesion, H5 alignment, H6 the step, H7 limits, H8 eccentricity, H9 the
// front test, H10 the trigger, H11 the random table, H12 no re-entry, H13 the escape curve, H14 leaving
// the flock and rejoining it, H15 the distance matrix, H16 flapping and gliding, H17 views, H18 speed. The
// requirement "up-vector" is the bank. The requirements from S0 are P1 to P3 its three rules, P4 wind,
// place and the limit of speed, P5 the soft bounds, P6 perching, P7 scattering and fleeing, P8 the field
// of view, P9 the disturbances. Each has a test that is named after it.
//
// The package reads no clock, opens no file or window, and keeps no package state.
package flock
