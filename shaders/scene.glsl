// What every pass knows of one view: the camera, the light, the air.
// Lengths in metres, colours linear.
layout(std140) uniform Scene {
    mat4 viewProjection;
    vec4 eye;          // w: vertical size of a pixel at a distance of 1 m, m
    vec4 sunDirection; // w, in shadow.vert: how much fainter shadows get, 1/m
    vec4 sun;          // irradiance facing the sun; w: exposure
    vec4 zenith;       // w: width of a thin line, pixels
    vec4 horizon;
    vec4 glow;
    vec4 ground;       // albedo; w: haze, 1/m
    vec4 skylight;     // average radiance of the sky
    vec4 bounced;      // radiance of the ground in sun and sky
    vec4 shadowU;      // (x, z, 1) · shadowU.xyz: shadow map coordinate u
    vec4 shadowV;
    mat4 sunward;      // world to the map of what stands in the sun: u, v and depth, each 0 to 1
    vec4 sunTexel;     // x: a texel of that map, m; y: as a share of the map; z: 1 for soft shadows, 0 for sharp ones
    vec4 caster;       // where the sun stands of which shadows are: its middle, or a point of its disc
};

const float PI = 3.14159265;

// Sky radiance in unit direction d without the sun's disc. Below the horizon it
// is that of the horizon, which is also the colour of the haze.
vec3 sky(vec3 d) {
    float up = max(d.y, 0.0);
    float toSun = max(dot(d, sunDirection.xyz), 0.0);
    float low = 1.0 / (1.0 + 9.0 * up);
    vec3 base = mix(zenith.rgb, horizon.rgb, low * low * (1.0 - 0.3 * up));
    float wide = 0.5 + 0.5 * dot(d, sunDirection.xyz);
    float g2 = toSun * toSun, g4 = g2 * g2, g8 = g4 * g4, g32 = g8 * g8 * g8 * g8;
    float band = wide * wide * wide * low;
    float halo = 0.45 * g8 + 0.5 * g32 + 1.6 * g32 * g32 * g32 * g32;
    return base + glow.rgb * (band + halo * (0.35 + 0.65 * low));
}

// What is left of a light after a distance in the air.
float clearness(float distance) { return exp2(-1.442695 * ground.w * distance); }

// Colour of the haze in unit direction d.
vec3 haze(vec3 d) { return sky(vec3(d.x, max(d.y, 0.0), d.z)); }

// Light times the exposure to display values: Narkowicz's fit to the ACES curve,
// then a display gamma of 2.
vec3 tone(vec3 x) {
    return sqrt((x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14));
}

// Linear radiance to what is written: display values; or LINEAR, times the
// exposure.
vec3 display(vec3 c) {
    vec3 x = c * sun.w;
#ifdef LINEAR
    return x;
#else
    return tone(x);
#endif
}

#ifdef DEEP
const float STEPS = 65535.0;
#else
const float STEPS = 255.0;
#endif

// Half a step of noise, so that slow gradients do not band.
vec3 dither(vec3 c, vec2 pixel) {
#ifdef LINEAR
    return c;
#else
    float n = fract(52.9829189 * fract(dot(pixel, vec2(0.06711056, 0.00583715))));
    return c + (n - 0.5) / STEPS;
#endif
}
