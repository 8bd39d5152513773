// Data of one view that all passes share: the camera, the light, the air. Lengths are in metres,
// colours are linear.
layout(std140) uniform Scene {
    mat4 viewProjection;
    vec4 eye;          // position of the eye; w: height of a pixel at a distance of 1 m, m
    vec4 sunDirection; // direction towards the key light, the sun or the moon; w: rate at which shadows fade with height, for shadow.vert, 1/m
    vec4 sun;          // irradiance on a surface that faces the key light; w: exposure
    vec4 sunPlace;     // unit vector towards the sun, also if the moon is the key light
    vec4 sunAzimuth;      // xy: x and z of the unit vector towards the sun on the horizon
    vec4 disc;         // radiance of the sun's disc; w: time of a subframe in its picture, 0 to 1; 0 means no subframes
    vec4 ground;       // albedo; w: haze, 1/m
    vec4 skylight;     // light of the sky on a surface that faces up, divided by pi; w: width of a thin line, pixels
    vec4 groundRadiance;      // radiance of the ground in the light of sun and sky; w: haze of the air that scatters forward, 1/m
    vec4 ambientLight[3];   // red, green and blue of the ambient light: dot product with (normal, 1)
    vec4 cloudLit;     // radiance of cumulus in the key light; w: 1 if the sun lights them, 0 for the moon
    vec4 cloudDark;    // radiance of cumulus from below; w: contrast of an overcast sky
    vec4 cirrusLight;    // radiance of cirrus; w: visibility of cumulus
    vec4 clouds;       // x: threshold of noise for cumulus, 2 means none; y: cover by cirrus; z: fraction of the
                       // sun that cumulus remove; w: darkness of a thunderstorm
    vec4 drift;        // drift of the clouds, m; xy: cumulus, zw: cirrus
    vec4 moon;         // unit vector towards the moon; w: radiance of its disc
    vec4 starRotation;         // quaternion that rotates directions to the stars
    float starBrightness;       // factor for the light of the stars
    vec4 hazeHorizon[3];  // light of the haze at the horizon: parabola over the cosine of the azimuth from the sun
    vec4 hazeForward[3]; // the same parabola for the factor of hazePhase()
    vec4 hazeZenith[2];  // hazeHorizon and hazeForward at the zenith; w of the first: rate at which the haze changes towards the zenith
    vec4 shadowU;      // dot((x, z, 1), shadowU.xyz) is coordinate u of the birds' shadow map
    vec4 shadowV;
    mat4 sunMatrix;      // from the world to the shadow map of obstacles: u, v and depth, each 0 to 1
    vec4 sunTexel;     // size of a texel of the shadow map of obstacles, x: in m, y: as a fraction of the map; z: 1 for soft shadows, 0 for sharp ones
    vec4 shadowSun;       // direction of the light for shadows: the sun's centre, or a point on its disc
    vec4 landOffset;       // xy: offset of the noise, m; z: time for waves, s; w: azimuth of the sea, radians
    vec4 fog;          // x: extinction of the fog below the eye, 1/m, 0 means none; y: height of its top, m
};

const float PI = 3.14159265;

// Map of the sky. The lower half contains isotropic light. The upper half contains light that haze
// scatters forward (see air.Sky).
uniform sampler2D skyMap;

const vec2 skyTexels = vec2(SKY_WIDE, SKY_HIGH);

// Returns the phase function of the haze, 1/sr, for the cosine of the angle to the sun. It is the
// function of Henyey and Greenstein (Astrophysical Journal 93: 70, 1941).
float hazePhase(float toSun) {
    const float g = HAZE_FORWARD;
    float x = inversesqrt(1.0 + g * g - 2.0 * g * toSun);
    return (1.0 - g * g) / (4.0 * PI) * x * x * x;
}

// Returns the radiance of the sky in unit direction d, without clouds and the sun's disc. Below the
// horizon, it returns the radiance at the horizon, which is also the colour of the haze.
vec3 sky(vec3 d) {
    float level = length(d.xz);
    float beside = level > 1e-5 ? dot(d.xz, sunAzimuth.xy) / level : 1.0;
    vec2 at = vec2(sqrt(clamp(0.5 - 0.5 * beside, 0.0, 1.0)), sqrt(max(d.y, 0.0)));
    at = (at * (skyTexels - 1.0) + 0.5) / vec2(skyTexels.x, 2.0 * skyTexels.y);
    return textureLod(skyMap, at, 0.0).rgb + hazePhase(dot(d, sunPlace.xyz)) * textureLod(skyMap, at + vec2(0.0, 0.5), 0.0).rgb;
}

// Returns the ambient light on a surface with unit normal n, without direct sunlight: irradiance
// divided by pi.
vec3 ambient(vec3 n) {
    vec4 at = vec4(n, 1.0);
    return max(vec3(dot(at, ambientLight[0]), dot(at, ambientLight[1]), dot(at, ambientLight[2])), 0.0);
}

// Returns the fraction of light that remains after a distance in the air. Beer's law: exp(-x) =
// exp2(-x/ln 2).
float clearness(float distance) { return exp2(-1.442695 * ground.w * distance); }

// Returns the colour of the haze in unit direction d, without the sunlight that haze scatters
// forward. c is the cosine of the azimuth from the sun. low is 1 at the horizon and less above it.
vec3 evenHaze(float c, float low) {
    return mix(hazeZenith[0].rgb, hazeHorizon[0].rgb + c * (hazeHorizon[1].rgb + c * hazeHorizon[2].rgb), low * low);
}

// Returns the sunlight that haze scatters forward in unit direction d.
vec3 forwardHaze(vec3 d, float c, float low) {
    return hazePhase(dot(d, sunPlace.xyz)) * mix(hazeZenith[1].rgb, hazeForward[0].rgb + c * (hazeForward[1].rgb + c * hazeForward[2].rgb), low);
}

float azimuthCosine(vec3 d) { return dot(d.xz, sunAzimuth.xy) * inversesqrt(max(dot(d.xz, d.xz), 1e-8)); }
float lowness(vec3 d) { return 1.0 / (1.0 + hazeZenith[0].w * max(d.y, 0.0)); }

// Returns the colour of the haze in unit direction d. It approximates sky() without reading its
// map.
vec3 haze(vec3 d) {
    float c = azimuthCosine(d), low = lowness(d);
    return evenHaze(c, low) + forwardHaze(d, c, low);
}

// Returns the colour of the haze in front of things that extend to the horizon. At the horizon it
// must equal sky(). In a draft it only approximates sky(), because reading a texture is slow on a
// software driver. Below the horizon, the vector is shorter than a unit vector. This lowers the
// phase function, like a wider angle to a low sun.
#ifdef DRAFT
vec3 farHaze(vec3 d) { return haze(vec3(d.x, 0.0, d.z)); }
#else
vec3 farHaze(vec3 d) { return sky(vec3(d.x, 0.0, d.z)); }
#endif

// The thickness of the upper edge of the fog, m, was chosen by eye.
const float fogEdge = 25.0;

// Returns the amount of fog above a height, as a thickness, m.
float fogAbove(float height) {
    float deep = max(fog.y - height, 0.0);
    return deep < fogEdge ? 0.5 * deep * deep / fogEdge : deep - 0.5 * fogEdge;
}

// Returns the fraction of light that the fog below the eye lets through from a point. fromEye is
// the vector from the eye to the point.
float fogClearness(vec3 fromEye) {
    float down = max(-fromEye.y, 1e-3), slant = length(fromEye) / down;
    float amount = max(fogAbove(eye.y + fromEye.y) - fogAbove(eye.y), 0.0);
    return exp2(-1.442695 * fog.x * amount * slant);
}

// Returns the light of the top of the fog. rise is 1 on a level top, and more on slopes towards the
// sun. The albedo of thick fog, 0.75, is usual for stratus.
vec3 fogTop(float rise) { return 0.75 * (sun.rgb * (max(sunDirection.y, 0.0) * rise / PI) + skylight.rgb); }

// Returns light seen in unit direction d through a distance of air. Haze replaces the fraction of
// light that the air absorbs. The haze of a scene may be much thicker than the haze of the air,
// from which the sky is computed. The haze of the scene scatters evenly. Only the haze of the air
// scatters sunlight forward, so that dark things in front of the sun stay dark.
vec3 air(vec3 light, vec3 d, float distance) {
    float c = azimuthCosine(d), low = lowness(d), hidden = 1.0 - clearness(distance);
    float ahead = min(1.0 - exp2(-1.442695 * groundRadiance.w * distance), hidden);
    light = mix(fogTop(1.0), light, fogClearness(d * distance));
    return light * (1.0 - hidden) + evenHaze(c, low) * hidden + forwardHaze(d, c, low) * ahead;
}

// exposed returns the value that a pass writes for a light: the light times the exposure.
// develop.frag applies the tone curve. In a DRAFT, exposed applies it at once.
#ifdef DRAFT
#include "tonemap.glsl"
vec3 exposed(vec3 light) { return toneMap(light * sun.w); }

// Adds noise to a colour that varies slowly, in a DRAFT only.
vec3 dither(vec3 c, vec2 pixel) { return withDither(c, pixel); }
#else
vec3 exposed(vec3 light) { return light * sun.w; }

vec3 dither(vec3 c, vec2 pixel) { return c; }
#endif
