#include "fresnel.glsl"
#include "watercolour.glsl"
#include "ripples.glsl"

// Returns the slope of ripples, which move with the wind. Ripples finer than a pixel average to 0.
vec2 rippleSlope(vec2 place, vec2 ripples) {
    float t = landOffset.z;
#ifdef DRAFT
// A draft reads one wave instead of two. The factor 1.4, the square root of 2, keeps the variance of the slope.
    return 1.4 * ripples.y * ((noiseAt(noiseRotation * place + t * broadWind, 2.5 * ripples.x).rg - level) * noiseRotation);
#endif
    vec2 fine = noiseAt(place + t * fineWind, ripples.x).rg - level;
    vec2 broad = (noiseAt(noiseRotation * place + t * broadWind, broader * ripples.x).rg - level) * noiseRotation;
    return ripples.y * (fine + broad);
}

// Returns the glitter of the sun on waves that are too fine to be visible, from the fraction of
// waves that reflect the sun towards the eye (C. Cox and W. Munk, J. Opt. Soc. Am. 44: 838, 1954).
// usual is the standard deviation of the slopes of the waves.
vec3 glitter(vec3 d, vec2 slope, float usual) {
    vec3 h = normalize(sunDirection.xyz - d);
    vec2 off = -h.xz / max(h.y, 0.05) - slope;
    // The slopes have a normal distribution, as measured by Cox and Munk. As in their paper, the
    // radiance is this density times the Fresnel term over 4·cos(view)·cos⁴(tilt). The limits of
    // the angles and of the brightness, 30, avoid infinite light and were chosen by eye.
    float variance = usual * usual;
#ifndef DRAFT
    // The slopes of visible waves also vary within a pixel. Their variance is about a quarter of
    // the squared difference between neighbouring pixels.
    vec2 right = dFdx(slope), up0 = dFdy(slope);
    variance += 0.25 * max(dot(right, right), dot(up0, up0));
#endif
    float share = exp(-0.5 * dot(off, off) / variance) / (2.0 * PI * variance);
    float facing = max(dot(h, -d), 0.0), up = h.y * h.y;
    return sun.rgb * min(fresnel(facing) * share / (4.0 * max(-d.y, 0.04) * up * up), 30.0);
}

// mirroredSky returns the sky that water reflects at a place. If MIRRORED is defined, it returns the
// light of a reflected bird.
#ifdef MIRRORED
in vec3 mirrored;
#ifdef CUTOFF
uniform sampler2D surface;
uniform float cutoff; // pixels with a lower opacity are discarded
in vec3 uvOpacity;
#endif

vec3 mirroredSky(vec3 m, vec2 place) {
#ifdef CUTOFF
    discarded = uvOpacity.z * texture(surface, uvOpacity.xy).a < cutoff;
#endif
    return max(mirrored, 0.0); // extrapolated values at the edges of triangles may be negative
}
#else
#include "mirroredsky.glsl"
#endif

// Returns the light of water with a slope, seen in unit direction d. mirror is the reflected light,
// and under is the light from inside the water.
vec3 waterLight(vec3 d, vec2 slope, vec3 mirror, vec3 under) {
#ifdef DRAFT
    return mix(under, mirror, fresnel(clamp(dot(slope, d.xz) - d.y, 0.0, 1.0)));
#endif
    vec3 n = normalize(vec3(-slope.x, 1.0, -slope.y));
    return mix(under, mirror, fresnel(max(dot(n, -d), 0.0)));
}

// Returns the light of a sea that also has waves too fine to be visible. fineSlope is the mean slope of
// their visible sides. The Fresnel term of a rough sea is a fit by E. Bruneton, F. Neyret and
// N. Holzschuch (Computer Graphics Forum 29: 487, 2010).
vec3 seaLight(vec3 d, vec2 slope, float fineSlope, vec3 mirror, vec3 under) {
#ifdef DRAFT
    return waterLight(d, slope, mirror, under);
#endif
    vec3 n = normalize(vec3(-slope.x, 1.0, -slope.y));
    float c = clamp(dot(n, -d), 0.0, 1.0);
    float share = 0.0201 + 0.9799 * pow(1.0 - c, 5.0 * exp(-2.69 * fineSlope)) / (1.0 + 22.7 * fineSlope * sqrt(fineSlope));
    return mix(under, mirror, share);
}

// Returns the unit direction of the reflected ray, which always points upwards.
vec3 mirrorDirection(vec3 d, vec2 slope) {
#ifdef DRAFT
    float facing = 2.0 * (d.y - dot(slope, d.xz)); // slopes are small, and haze() accepts vectors of any length
    return vec3(d.xz + facing * slope, abs(d.y - facing)).xzy;
#endif
    vec3 m = reflect(d, normalize(vec3(-slope.x, 1.0, -slope.y)));
    return normalize(vec3(m.x, abs(m.y), m.z));
}
