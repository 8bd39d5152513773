#version 410 core
#include "scene.glsl"
#include "instance.glsl"
#include "groundlight.glsl"
#include "ripples.glsl"
#include "feathers.glsl"

uniform vec4 base;
uniform float translucency;
uniform float unlit;

out vec2 offset;   // as in land.vert
out vec3 hazeColour;
out vec3 sunlit;
out vec3 mirrored; // light of the bird that reaches the water
#ifdef CUTOFF
out vec3 uvOpacity;
#endif

#include "mirroroffset.glsl"

// Draws the reflection of a bird on the water, at the intersection of the water with the line from
// the eye to the mirror image. Waves offset the reflection slightly. Real ripples split a
// reflection into pieces whose total size is about that of the bird. Here, ripples move the whole
// reflection. Only broad waves bend it, because they do not change its size.
void main() {
    Posed p = posed();
    vec3 world = toWorld(p.position);
    float high = max(world.y, 0.0), middle = max(place.y, 0.0);
    vec2 way = (world.xz - eye.xz) / (eye.y + high); // horizontal vector from the eye to the bird, per metre of height
    vec2 middleWay = (place.xz - eye.xz) / (eye.y + middle);
    vec2 middlePlace = eye.xz + eye.y * middleWay + landOffset.xy;
    float slant = 1.0 + dot(middleWay, middleWay);
    vec2 aside = mirrorOffset(ripplesAt(middlePlace, eye.w * eye.y * slant), middle, middleWay);
#ifndef DRAFT
    const vec2 ripple = MIRRORED;
    float broad = max(length(axes[0]) * eye.y / (eye.y + middle) * sqrt(slant), 2.5 * ripple.y * slant);
    aside += mirrorOffset(ripplesAt(eye.xz + eye.y * way + landOffset.xy, broad), high, way) - mirrorOffset(ripplesAt(middlePlace, broad), middle, middleWay);
#endif
    offset = eye.y * (way + aside);

    vec3 fromEye = vec3(offset.x, -eye.y, offset.y);
    vec3 d = normalize(fromEye);
    hazeColour = farHaze(d);
    sunlit = cornerSun(d, eye.xyz + fromEye);

    // The mirror image of the eye sees the lower side of the bird.
    vec3 toBird = world - vec3(eye.x, -eye.y, eye.z);
    vec3 n = normalize(toWorldDirection(p.normal));
    bool back = dot(n, toBird) > 0.0;
    n = back ? -n : n;
#ifdef CUTOFF
    vec4 ownColour = base * unpackColour(look.xy);
    uvOpacity = vec3(uintBitsToFloat(look.zw), ownColour.a);
#else
    vec4 ownColour = base * unpackColour(back ? look.zw : look.xy);
#endif
    vec3 albedo = mix(ownColour.rgb, tint.rgb, tint.a);
    float facing = dot(n, sunDirection.xyz);
    float through = translucency * smoothstep(0.05, 0.2, abs(p.position.x));
    vec3 lit = albedo * (ambient(n) + sun.rgb * (max(facing, 0.0) / PI));
    lit += featherTransmission(albedo, through, ambient(-n) + sun.rgb * (max(-facing, 0.0) / PI));
    float down = length(toBird) * high / max(eye.y + high, 1e-3); // distance from the bird to the water, m
    mirrored = air(mix(lit, albedo, max(unlit, tintEmission())), normalize(toBird), down);
    gl_Position = viewProjection * vec4(eye.xyz + fromEye, 1.0);
}
