// Package field holds a flock against what was measured of real ones in the field: a
// scorecard of 14 rows with a verdict, and some without.
//
// A [Card] is shown a flock frame by frame and fills in the [Rows], which say what each
// figure is, what was published, and what it takes to pass. [Over] is the card of flocks
// that differ in size alone. Birds may come and go, see [Frame].
//
// # What is measured
//
// A flock is its largest part, of birds linked to one of their 15 nearest that is closer
// than 2.5 times the median distance of seventh neighbours: a few that have left would sway
// what real flocks are judged by. Of fewer than 10 birds nothing is told. Its border is its convex hull, of which a bent flock
// fills a part only: its density then reads low, and its inner bend as deep inside.
//
// Birds at the border lack neighbours on one side, which biases all that is said of
// neighbours (Cavagna et al. 2008). So distances to the nearest are weighed after Hanisch
// (1984), directions are those of birds that lie deeper inside than that neighbour is
// far, and a density counts the birds inside, not the vertices of the hull (Efron 1965).
// Where shape and border are what is measured there is the null: the same measure of as
// many uniform places in the same hull, among which the velocities are dealt out by
// chance; of neighbours kept, that of two such clouds; of a turn, the same delays dealt
// out to the birds. There is none of what hangs on the velocities alone.
//
// Thickness, width and length are standard deviations along the principal axes;
// Ballerini et al. took the largest ball and disc inside for the first two, which agree
// with that for an ellipsoid.
//
// Cavagna et al. follow the neighbours by their number M; 7, with whom a starling
// interacts, is taken here. With 10 the shares kept are greater by 0.05 to 0.07.
//
// A turn is where the flock's mean course turns fastest within 1.5 s to either side, by
// 0.35 rad/s at least, and half as fast or less at some time within 4 s before and
// after. Attanasi et al. rank the birds by delays between pairs; here each has a delay to
// the mean of all, taken anew with all shifted by theirs (Woody 1967), and what is fitted
// is the delay over the place, by which birds that turn in any order do not pass for a
// wave. That R² be at least 0.6 is skein's bound, and so is 2 s for how long a turn may
// disorder the flock.
//
// # Who leads
//
// A [Lead] is shown a flock likewise, and fills in the [LeadRows]: where in the flock turns
// begin, whether it slows down, whether its places turn with it, and in what order birds
// follow each other. Delays of pairs are those of Nagy et al. 2010, over all the time that
// two are seen together; a ranking by least squares has one delay for each bird, as
// Attanasi et al. 2014 rank them. Of a flock that hardly changes its course nothing is
// told: steady differences between headings would pass for delays.
//
// # Errors
//
// Means are over samples that follow each other and are alike. Their standard error is
// that of n/g independent ones, with g = 1 + 2 Σ (1 - t/n) ρ(t) over the autocorrelation
// ρ up to where it first falls to 0; of several runs, if that is more, what their means
// spread by over the square root of their number. A verdict goes by the mean alone.
//
// In a world that wraps around, a frame is taken as if it did not, and a bird that wraps
// is another one from then on.
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
// Most figures are taken from secondary accounts of these: bounds of rows 2 (drift), 7, 8
// and 14 are of such, to be cited with care.
package field
