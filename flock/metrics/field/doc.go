// Package field compares a flock with field measurements of real flocks. The result is a scorecard of rows,
// most of them with a verdict.
//
// A [Card] measures a flock frame by frame and fills in the [Rows]. Each row defines its figures, and lists
// the published values and the bounds within which a figure passes. [CombineCards] returns the scorecard of
// flocks that differ only in size. Birds may appear and disappear; see [Frame].
//
// # Measures
//
// Only the largest part of a flock is measured. Birds belong to the same part if they are linked. Two birds
// are linked if one is among the 15 nearest of the other, and closer than 2.5 times the median distance of
// seventh neighbours. Without this restriction, a few stragglers would change figures that are compared with
// real flocks. Birds that perch or do not move are ignored, because all birds in the field measurements flew.
// Velocities are over the ground, as cameras measure them. Flocks of fewer than 10 birds are not measured.
//
// The space that a flock fills is the closing of its birds. The closing consists of all places that cannot be
// reached by a ball that contains no bird. The radius of the ball is 1.5 times the median distance of seventh
// neighbours. The closing follows the bends of a flock, as the α-shapes of Cavagna et al. 2008 do. It is
// computed on a raster whose cells are a quarter of that radius wide. Flocks of fewer than 100 birds fill
// their convex hull.
//
// Birds at the border have no neighbours on one side, which biases all measures of neighbours (Cavagna et al.
// 2008). Therefore distances to the nearest neighbour are weighted by the method of Hanisch (1984). The
// direction of a neighbour is measured only for birds deeper below the flock's surface than the distance to
// that neighbour. The density counts the birds deeper than half the median distance of first neighbours, over
// the volume at these depths. For 500 or more birds, it is 1 to 3 % too high for uniformly distributed
// positions in an ellipsoid, and exact for a crystal.
//
// Figures that depend on the flock's shape and border have a null value. It is the same measure for the same
// number of birds at uniform random positions in the same space, with the velocities assigned at random. For
// neighbours that stay together, the null value compares two such clouds. For a turn, it assigns the same
// delays to the birds at random. Figures that depend only on the velocities have no null value.
//
// Polarization and shape are measured as in package metrics, which statistics, plots and event conditions
// use, too.
//
// Thickness, width and length are standard deviations along the principal axes. Ballerini et al. took the
// largest inscribed ball and disc for the first two, which is equivalent for an ellipsoid.
//
// Cavagna et al. follow M neighbours. The verdict is for M = 7, the number that a starling interacts with.
// The scorecard also shows M = 10, for which the shares of neighbours that stay together are greater by 0.05
// to 0.07. The M of the published shares could not be verified.
//
// A turn is an instant at which the flock's mean course turns faster than at any other instant within 1.5 s.
// The rate is at least 0.35 rad/s. It is at most half as high at some time in the 4 s before, and at some
// time in the 4 s after. Attanasi et al. rank the birds by delays between pairs. Here each bird has a delay
// relative to the mean of all birds. The mean is computed again after all birds are shifted by their delays
// (Woody 1967). Attanasi et al. compare a bird's delay with the cube root of its rank, which also fits delays
// in random order. Here, the delays are fitted to the birds' positions, as those of a plane wave and of a
// spherical wave with an unknown centre. The first birds do not define this centre, because errors of the
// delays decide which birds seem to be first. The bound R² >= 0.9 and the limit of 2 s on the disorder during
// a turn are skein's own.
//
// # Measures of the view from the ground
//
// A flock is also measured in parallel projections from the ground, 30° upwards, from four sides. Its outline
// is the morphological closing of the birds in the plane of the view, by discs of the same radius as above.
// The closing is computed on a grid of 8 pixels per radius. Opacity is the fraction of the outline that is
// dark. Pearce et al. 2014 define opacity as the fraction of the sky that the flock obscures for an observer
// outside. Here each bird is a disc of the area of a starling's mean silhouette, 0.025 m² for a wingspan of
// 0.4 m. Solidity is the area of the outline divided by the area of its convex hull. For uniformly
// distributed positions in an ellipsoid it is about 0.95, because the edges of the outline are ragged.
//
// How much these figures change over time has not been published. Therefore these rows have no verdict, and
// show skein's provisional aims instead.
//
// # Species
//
// [Rows] compares with starlings. [AllSpecies] lists the other species. A [Card] measures the figures of all
// species. [Species.Lines] selects the figures of one species.
//
// # Imposed rows
//
// A rule that holds a measured figure at a target lists the figure's row in its method Imposes; see
// [flock.Rule]. [Impose] marks the rows, and [Score] does not count them.
//
// # Who leads
//
// A [Lead] also measures a flock frame by frame and fills in the [LeadRows]. They show where in the flock
// turns begin, whether the flock slows down, whether the positions of the birds rotate with the flock, and in
// which order birds follow each other. Delays of pairs are measured as by Nagy et al. 2010, over the whole
// time in which both birds are present. A least-squares ranking gives each bird one delay, like that of
// Attanasi et al. 2014. A flock that hardly changes its course has no ranking, because steady differences
// between headings would look like delays.
//
// # Errors
//
// Means are taken over n correlated samples. Their standard error is that of n/g independent samples, with g
// = 1 + 2 Σ (1 - t/n) ρ(t). The sum is over the autocorrelation ρ until it first falls to 0. For several
// runs, the error is at least the standard deviation of their means divided by the square root of their
// number. A verdict uses only the mean.
//
// Distances are measured along straight lines, even in a world that wraps around. A bird that wraps around
// counts as a new bird.
//
// # Sources
//
//   - Attanasi et al. 2014, "Information transfer and behavioural inertia in starling
//     flocks", Nature Physics 10, 691-696.
//   - Ballerini et al. 2008a, "Empirical investigation of starling flocks: a benchmark
//     study in collective animal behaviour", Animal Behaviour 76, 201-215.
//   - Ballerini et al. 2008b, "Interaction ruling animal collective behavior depends on
//     topological rather than metric distance", PNAS 105, 1232-1237.
//   - Cavagna et al. 2008, "The STARFLAG handbook on collective animal behaviour: 2.
//     Three-dimensional analysis", Animal Behaviour 76, 237-248.
//   - Cavagna et al. 2010, "Scale-free correlations in starling flocks", PNAS 107,
//     11865-11870.
//   - Cavagna et al. 2013, "Diffusion of individual birds in starling flocks", Proc. R.
//     Soc. B 280, 20122484.
//   - Hemelrijk et al. 2015, "What underlies waves of agitation in starling flocks",
//     Behavioral Ecology and Sociobiology 69, 755-764.
//   - Pearce et al. 2014, "Role of projection in the control of bird flocks", PNAS 111,
//     10422-10426.
//   - Procaccini et al. 2011, "Propagating waves in starling, Sturnus vulgaris, flocks
//     under predation", Animal Behaviour 82, 759-765.
//   - Ling et al. 2019a, "Behavioural plasticity and the transition to order in jackdaw
//     flocks", Nature Communications 10, 5174.
//   - Papadopoulou et al. 2023, "Dynamics of collective motion across time and species", Phil. Trans. R. Soc.
//     B 378, 20220068; their measures are in the R package swaRmverse (Papadopoulou et al. 2024).
//   - Efron 1965, "The convex hull of a random set of points", Biometrika 52, 331-343.
//   - Hanisch 1984, "Some remarks on estimators of the distribution function of nearest
//     neighbour distance in stationary spatial point processes", Mathematische
//     Operationsforschung und Statistik, Series Statistics 15, 409-412.
//   - Attanasi et al. 2015, "Emergence of collective changes in travel direction of
//     starling flocks from individual birds' fluctuations", J. R. Soc. Interface 12,
//     20150319.
//   - Ling et al. 2019b, "Collective turns in jackdaw flocks: kinematics and information
//     transfer", J. R. Soc. Interface 16, 20190450.
//   - Nagy et al. 2010, "Hierarchical group dynamics in pigeon flocks", Nature 464,
//     890-893.
//   - Pomeroy and Heppner 1992, "Structure of turning in airborne rock dove (Columba
//     livia) flocks", The Auk 109, 256-267.
//   - Yomosa et al. 2015, "Coordinated behaviour in pigeon flocks", PLOS ONE 10, e0140558.
//   - Woody 1967, "Characterization of an adaptive filter for the analysis of variable
//     latency neuroelectric signals", Medical and Biological Engineering 5, 539-554.
//
// Most published figures, and the bounds of rows 2 (drift), 7, 8, 14, 16 and 17, are taken from secondary
// sources. Cite them with care.
package field
