#version 410 core
#include "scene.glsl"
#include "cloud.glsl"
#if defined(CLOUDED) && !defined(DRAFT)
#include "random.glsl"
#include "cumulus.glsl"
#endif

#ifdef DRAFT
in vec3 shown; // sky at the vertices
in float densityVariation; // variation of the cumulus density
#endif
in vec3 direction;
in vec3 lit;       // exposed light of the lit sides of clouds
in vec3 dark;
flat in vec3 ice;
flat in vec3 glare; // exposed light of the sun's disc
out vec4 colour;

// Returns the width of the blur on either side of a disc's edge, about one pixel, as a fraction of the
// squared radius.
float discEdge() { return clamp(2.0 * eye.w / DISC_RADIUS, 0.1, 0.9); }

// Returns the sun's disc, which is darker towards its limb.
vec3 sunDisc(vec3 d) {
    // A disc that is smaller than a pixel is drawn as large as a pixel, with the same total light.
    float radius = max(DISC_RADIUS, 0.75 * eye.w), share = DISC_RADIUS / radius;
    vec3 off = d - sunPlace.xyz;
    float from = dot(off, off) / (radius * radius);
    float edge = discEdge();
    float inside = share * share * (1.0 - smoothstep(1.0 - edge, 1.0 + edge, from));
#ifdef DRAFT
    return inside * glare;
#else
// The linear law of limb darkening is 1 - u·(1 - cos). u is larger for blue light than for red
// light. The three values of u were chosen by eye.
    vec3 limb = 1.0 - vec3(0.4, 0.55, 0.7) * (1.0 - sqrt(max(1.0 - from, 0.0)));
    return inside * glare * limb;
#endif
}

// Returns the moon, a sphere in the light of the sun; a: opacity. The seas, the soft terminator and
// the colour were chosen by eye.
vec4 moonDisc(vec3 d) {
    vec3 off = (d - moon.xyz) / DISC_RADIUS;
    float from = dot(off, off);
    float seas = 0.75 + 0.5 * texture(cloudMap, 0.08 * off.xy + 0.31).b; // this must be read before some pixels return
    if (from > 2.0 || dot(d, moon.xyz) < 0.0) return vec4(0.0);
    vec3 n = normalize(off - moon.xyz * sqrt(max(1.0 - from, 0.0)));
    float day = smoothstep(-0.05, 0.25, dot(n, sunPlace.xyz));
    return vec4(exposed(vec3(1.0, 0.96, 0.88) * (moon.w * day * seas)), (1.0 - smoothstep(1.0 - discEdge(), 1.0 + discEdge(), from)) * day);
}

#include "random.glsl"

// Returns the light of stars. They are in random directions and turn with the sky. About a third as
// many stars have twice the brightness, as if stars were distributed uniformly in space.
vec3 starlight(vec3 d) {
    vec3 t = d + 2.0 * cross(starRotation.xyz, cross(starRotation.xyz, d) + starRotation.w * d);
    vec3 p = 70.0 * t, cell = floor(p);
    vec3 luck = random(cell), kind = random(cell + 17.0);
    if (kind.x > 0.35) return vec3(0.0);
    vec3 at = normalize(cell + 0.15 + 0.7 * luck);
    float away = length(at - t) / max(0.8 * eye.w, 3e-4);
    // The number of stars brighter than b falls as b^(-3/2), so b is a uniform random number to the
    // power of -2/3. The size of a cell, 1/70, the fraction of cells with a star, 0.35, the size of
    // a star and its colours were chosen by eye.
    float bright = 0.02 * pow(max(kind.y, 0.002), -0.6667) * exp(-1.4 * away * away);
    return bright * mix(vec3(1.0, 0.75, 0.5), vec3(0.7, 0.85, 1.0), kind.z);
}

#ifdef CLOUDED
// Returns the opacity of cirrus in unit direction d.
float cirrus(vec3 d) {
    // The distance over which haze halves the visibility of cirrus, 90 km, was chosen by eye.
    float far = distanceToDeck(d, cirrusBase), lod = mipLevel(far * eye.w * inversesqrt(d.y), HIGH_TILE);
    vec2 at = (eye.xz + d.xz * far + drift.zw) / HIGH_TILE;
#ifdef DRAFT
    vec4 noise = textureLod(cloudMap, at, lod + 0.8);
    return cirrusOpacity(noise.g, noise.b) * exp2(-far / 90000.0);
#else
    return cirrusAt(at, lod) * exp2(-far / 90000.0);
#endif
}

// Returns flat cumulus on two decks. The base is dark where the cloud is thick. The upper deck
// shows the lit side.
#ifdef DRAFT
vec4 deck(vec3 d) {
    float far = distanceToDeck(d, cumulusBase), lod = mipLevel(far * eye.w * inversesqrt(d.y), LOW_TILE);
    // The minimum thickness of a dark cloud, 0.3, was chosen by eye.
    float base = textureLod(cloudMap, cumulusUV(eye.xz + d.xz * far), lod).r + densityVariation;
    float side = cumulusOpacity(textureLod(cloudMap, cumulusUV(eye.xz + d.xz * ((1.0 + UPPER_DECK) * far)), lod).r + densityVariation - domeDensity(UPPER_DECK));
    float thick = smoothstep(0.0, 0.3, base - clouds.x), opacity = cumulusOpacity(base);
    return vec4(mix(lit, dark, thick), opacity + side - opacity * side);
}
#endif
#endif

#ifdef CLOSED
#ifdef DRAFT
// Returns the brightness of an overcast sky relative to its mean.
float cover(vec3 d) {
    float far = distanceToDeck(d, cumulusBase), lod = mipLevel(far * eye.w * inversesqrt(d.y), LOW_TILE);
    // The scale, 0.7, and the distance over which the contrast halves, 14 km, were chosen by eye.
    float n = textureLod(cloudMap, 0.7 * cumulusUV(eye.xz + d.xz * far), lod).r - 0.5;
    return max(1.0 - cloudDark.w * n * exp2(-far / 14000.0), 0.1);
}
#else
#include "overcast.glsl"
#endif
#endif

// A software driver executes all branches, so the preprocessor removes absent parts.
void main() {
#if defined(DRAFT) && !defined(CLOUDED) && !defined(NIGHT) && !defined(CLOSED)
    vec3 d = direction; // the length is nearly 1
#else
    vec3 d = normalize(direction);
#endif
#ifndef DRAFT
#ifdef CLOSED
    vec3 shown = exposed(overcastSky(d));
#else
    vec3 shown = exposed(sky(d));
#endif
#endif
    vec3 c = dither(shown, gl_FragCoord.xy);
#ifdef NIGHT
    c += starBrightness * exposed(starlight(d)) * smoothstep(0.0, 0.25, d.y);
    vec4 m = moonDisc(d);
#ifdef DRAFT
    c = sqrt(c * c + m.a * m.rgb * m.rgb); // in a draft, values are about the square root of light
#else
    c += m.a * m.rgb; // the air in front of the moon has its usual brightness
#endif
#endif
    c += sunDisc(d);
#if defined(CLOSED) && defined(DRAFT)
    if (d.y > 0.003) c *= cover(d);
#endif
#ifdef CLOUDED
    if (d.y > 0.003) {
        c = mix(c, ice, cirrus(d));
#ifdef DRAFT
        vec4 clouds1 = deck(d);
#else
        vec4 clouds1 = cumulus(d);
        clouds1.rgb = exposed(clouds1.rgb);
#endif
        // Haze changes the colour of a cumulus to the sky's colour, but not its opacity.
        c = mix(c, mix(shown, clouds1.rgb, cirrusLight.w * cumulusClearness(distanceToDeck(d, cumulusBase))), clouds1.a);
    }
#endif
    colour = vec4(c, 1.0);
}
