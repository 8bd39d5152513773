// Period, m, and steepness of the ripples on the water of each landscape. These values, the
// velocities and the ratio below were chosen by eye.
const vec2 marshRipples = vec2(5.0, 0.05), coastRipples = vec2(7.0, 0.16), cityRipples = vec2(6.0, 0.07);

const float level = float(LEVEL_SLOPE) / 255.0; // value of slope 0 in the noise

const vec2 fineWind = vec2(0.7, 0.4), broadWind = vec2(-0.5, 0.9); // velocity of fine and broad ripples, m/s
const float broader = 5.7; // period of broad ripples relative to fine ones
