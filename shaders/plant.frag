#version 410 core
#include "scene.glsl"
#include "random.glsl"
#ifdef MIRRORED
#include "fresnel.glsl"
#include "watercolour.glsl"
uniform sampler2D landMap;
#include "noiserotation.glsl"
vec4 noiseAt(vec2 place, float tile) { return textureLod(landMap, place / tile, 0.0); }
#ifdef CITY
#include "banks.glsl"
bool water(vec2 place) { return bankAt(place) < 0.0; }
#else
#include "reed.glsl"
bool water(vec2 place) { return reed(place, reedFar(place)) < 0.0; }
#endif

in vec3 image;
#endif

#ifdef SURFACE
#include "surface.glsl"
#endif

uniform sampler2D leaves; // r: brightness, 0.5 is normal; g: fraction of a head; b: transmitted light; a: opacity
uniform int samples;      // number of samples per pixel; 1: no multisampling

in vec2 uv;
in vec3 lit;
in vec3 headLit;
in vec3 glow;
in vec4 airInFront;
flat in vec2 fade;
in float opaque;
#ifdef IDS
layout(location = 0) out uint boid;
layout(location = 1) out float depth; // distance along the view, m
#else
out vec4 colour;
#endif

// Writes the samples of a pixel that leaves cover. Each plant starts at another sample, so that
// plants behind each other cover different samples.
void main() {
    vec4 leaf = texture(leaves, uv);
    vec2 texels = fwidth(uv) * vec2(textureSize(leaves, 0));
    float sharp = clamp(1.0 / max(max(texels.x, texels.y), 0.01), 1.0, 6.0);
#ifdef MIRRORED
    vec3 d = normalize(image);
    if (d.y > -1e-4 || !water(eye.xz + landOffset.xy - image.xz * (eye.y / image.y))) discard;
#endif
    float cover = max(clamp((leaf.a - 0.5) * sharp + 0.5, 0.0, 1.0), step(0.5, opaque));
    float chance = gradientNoise(gl_FragCoord.xy, 0.00583715, 0.0, disc.w);
#ifdef IDS
    if (cover * abs(fade.x) < 0.5) discard;
    boid = uint(PLANT_ID);
    depth = 1.0 / gl_FragCoord.w;
#ifdef SURFACE
    writeSurface(1.0);
#endif
#else
    if (samples > 1) {
        // The numbers of samples of a plant's two levels are rounded in opposite directions, so
        // that together they cover all samples.
        float round0 = fract(chance + fade.y);
        int n = int(cover * abs(fade.x) * float(samples) + (fade.x < 0.0 ? 1.0 - round0 : round0));
        int first = fade.x < 0.0 ? samples - n : 0;
        if (abs(fade.x) == 1.0) first = int(fract(chance + 3.7 * fade.y) * float(samples));
        int ones = ((1 << min(n, 31)) - 1) << first;
        gl_SampleMask[0] = (ones | ones >> samples) & ((1 << min(samples, 31)) - 1);
        if (n == 0) discard;
    } else if (cover * abs(fade.x) <= (fade.x < 0.0 ? 1.0 - chance : chance)) discard;
    else gl_SampleMask[0] = ~0;
    vec3 light = mix(lit, headLit, leaf.g) * (2.0 * leaf.r) + glow * leaf.b;
#ifdef MIRRORED
    light = mix(WATER * (sunDirection.y * sun.rgb / PI + skylight.rgb), light, fresnel(-d.y));
#endif
    colour = vec4(dither(exposed(airInFront.rgb + light * airInFront.a), gl_FragCoord.xy), 1.0);
#endif
}
