// Limit of the distance in the haze in front of the town, m: a place at distance x looks as hazy as one at
// x / (1 + x / townHaze). The skyline behind the town is clearer than the haze allows, too. It is a matter of
// taste.
const float townHaze = 2500.0;
