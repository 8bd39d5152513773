// Ripples of each land's water: the size over which they repeat, m, and how steep they are.
const vec2 marshRipples = vec2(5.0, 0.05), coastRipples = vec2(7.0, 0.16), cityRipples = vec2(6.0, 0.07);

const float level = float(LEVEL_SLOPE) / 255.0; // of a slope in the noise

const vec2 fineWind = vec2(0.7, 0.4), broadWind = vec2(-0.5, 0.9); // that ripples go with, m/s
const float broader = 5.7; // of those that go another way
