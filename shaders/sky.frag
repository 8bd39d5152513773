#version 410 core
#include "scene.glsl"
#include "cloud.glsl"
#if defined(CLOUDED) && !defined(DRAFT)
#include "heaps.glsl"
#endif

#ifdef DRAFT
in vec3 shown; // worked out at few places
in float more; // heaps
#endif
in vec3 direction;
flat in vec3 lit;  // sides of clouds, exposed
flat in vec3 dark;
flat in vec3 wispy;
flat in vec3 glare; // of the sun's disc, exposed
out vec4 colour;

// The sun is darker towards its limb.
vec3 sunDisc(vec3 d) {
    vec3 off = d - sunPlace.xyz;
    float from = dot(off, off) / (DISC_RADIUS * DISC_RADIUS);
    float inside = 1.0 - smoothstep(0.9, 1.1, from);
#ifdef DRAFT
    return inside * glare;
#else
    vec3 limb = 1.0 - vec3(0.4, 0.55, 0.7) * (1.0 - sqrt(max(1.0 - from, 0.0)));
    return inside * glare * limb;
#endif
}

// The moon is a ball in the sun's light.
vec4 moonDisc(vec3 d) {
    vec3 off = (d - moon.xyz) / DISC_RADIUS;
    float from = dot(off, off);
    if (from > 1.2 || dot(d, moon.xyz) < 0.0) return vec4(0.0);
    vec3 n = normalize(off - moon.xyz * sqrt(max(1.0 - from, 0.0)));
    float day = smoothstep(-0.05, 0.25, dot(n, sunPlace.xyz));
    float seas = 0.75 + 0.5 * texture(cloudMap, 0.08 * off.xy + 0.31).b;
    return vec4(exposed(vec3(1.0, 0.96, 0.88) * (moon.w * day * seas)), (1.0 - smoothstep(0.85, 1.15, from)) * day);
}

vec3 hash(vec3 p) {
    p = fract(p * vec3(0.1031, 0.1030, 0.0973));
    p += dot(p, p.yxz + 33.33);
    return fract((p.xxy + p.yxx) * p.zyx);
}

// Stars stand anywhere, and there are the more the fainter they are: of those twice as
// bright about a third, as of stars strewn evenly in space. They turn with the sky.
vec3 starlight(vec3 d) {
    vec3 t = d + 2.0 * cross(turn.xyz, cross(turn.xyz, d) + turn.w * d);
    vec3 p = 70.0 * t, cell = floor(p);
    vec3 luck = hash(cell), kind = hash(cell + 17.0);
    if (kind.x > 0.35) return vec3(0.0);
    vec3 at = normalize(cell + 0.15 + 0.7 * luck);
    float away = length(at - t) / max(0.8 * eye.w, 3e-4);
    float bright = 0.02 * pow(max(kind.y, 0.002), -0.6667) * exp(-1.4 * away * away);
    return bright * mix(vec3(1.0, 0.75, 0.5), vec3(0.7, 0.85, 1.0), kind.z);
}

#ifdef CLOUDED
// How much wisps hide, which is little.
float wisps(vec3 d) {
    float far = toDeck(d, high), lod = detail(far * eye.w * inversesqrt(d.y), HIGH_TILE);
    vec2 at = (eye.xz + d.xz * far + drift.zw) / HIGH_TILE;
#ifdef DRAFT
    vec4 noise = textureLod(cloudMap, at * vec2(1.0, 3.0), lod + 0.8);
    float fine = noise.g * noise.b * 1.9;
#else
    // Fibres, which winds have bent, in bundles.
    vec2 bent = vec2(textureLod(cloudMap, 1.3 * at, lod).b, textureLod(cloudMap, 0.6 * at + 0.4, lod).b) - 0.5;
    vec2 along = vec2(0.6 * at.x + 0.1 * at.y, 2.6 * at.y - 0.3 * at.x) + vec2(0.2, 0.35) * bent;
    float fine = 0.5 * textureLod(cloudMap, along, lod + 1.0).g + 0.3 * textureLod(cloudMap, 2.0 * along, lod + 2.0).g + 0.2 * textureLod(cloudMap, 5.0 * along, lod + 3.3).g;
    fine *= 1.9 * textureLod(cloudMap, at * 0.4 + 0.2, lod).b;
#endif
    return 0.75 * step(0.001, clouds.y) * smoothstep(0.62 - 0.5 * clouds.y, 1.05 - 0.3 * clouds.y, fine) * exp2(-far / 90000.0);
}

// Heaps as a deck without depth, whose middle is dark, and more so away from the sun.
#ifdef DRAFT
vec4 deck(vec3 d) {
    float far = toDeck(d, low), lod = detail(far * eye.w * inversesqrt(d.y), LOW_TILE);
    vec2 at = heapAt(eye.xz + d.xz * far);
    float density = textureLod(cloudMap, at, lod).r + more;
    float ahead = textureLod(cloudMap, at + sunFlat.zw, lod).r + more;
    float there = hides(density);
    float sunny = clamp(1.0 - 0.6 * there * there + 1.6 * (density - ahead), 0.0, 1.0) * (1.0 - clouds.w);
    return vec4(mix(dark, lit, sunny), there);
}
#endif
#endif

#ifdef CLOSED
// Brightness of a closed cover by its mean.
float cover(vec3 d) {
    float far = toDeck(d, low), lod = detail(far * eye.w * inversesqrt(d.y), LOW_TILE);
    vec2 at = heapAt(eye.xz + d.xz * far);
    vec4 noise = textureLod(cloudMap, 0.7 * at, lod);
#ifdef DRAFT
    float n = noise.r - 0.5;
#else
    float finer = textureLod(cloudMap, 2.7 * at + 0.05 * noise.rb, lod + 1.4).r - 0.5;
    float n = 0.8 * (noise.r - 0.5) + 2.0 * broad(at, lod) + 0.45 * finer;
#endif
    return max(1.0 - cloudDark.w * n * exp2(-far / 14000.0), 0.1);
}
#endif

// A software driver takes all ways of a branch: what there is not is left out beforehand.
void main() {
#if defined(DRAFT) && !defined(CLOUDED) && !defined(NIGHT) && !defined(CLOSED)
    vec3 d = direction; // near enough to a unit
#else
    vec3 d = normalize(direction);
#endif
#ifndef DRAFT
    vec3 shown = exposed(sky(d));
#endif
    vec3 c = dither(shown, gl_FragCoord.xy);
#ifdef NIGHT
    c += stars * exposed(starlight(d)) * smoothstep(0.0, 0.25, d.y);
    vec4 m = moonDisc(d);
#ifdef DRAFT
    c = sqrt(c * c + m.a * m.rgb * m.rgb); // developed light is about the root of light
#else
    c += m.a * m.rgb; // the air before it is as bright as elsewhere
#endif
#endif
    c += sunDisc(d);
#ifdef CLOSED
    if (d.y > 0.003) c *= cover(d);
#endif
#ifdef CLOUDED
    if (d.y > 0.003) {
        c = mix(c, wispy, wisps(d));
#ifdef DRAFT
        vec4 heap = deck(d);
#else
        vec4 heap = heaps(d);
        heap.rgb = exposed(heap.rgb);
#endif
        // Through the air a heap goes over to the sky's colour, and hides all the same.
        c = mix(c, mix(shown, heap.rgb, cloudHigh.w * exp2(-toDeck(d, low) / 17000.0)), heap.a);
    }
#endif
    colour = vec4(c, 1.0);
}
