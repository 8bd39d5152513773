// Limit for the distance of haze in front of the town, m. A place at distance x looks as hazy as
// one at x / (1 + x / townHaze). The skyline behind the town is also clearer than the haze would
// allow. The value was chosen by eye.
const float townHaze = 2500.0;
