#version 410 core
#include "scene.glsl"
#include "instance.glsl"

uniform vec4 base;
uniform float translucency; // how much light thin parts let through, 0 to 1

out vec3 fromEye;
centroid out vec3 normal;
centroid out vec4 albedo; // times the texture, plus the mark; a: opacity
flat out vec4 mark; // a: how much of it is light of its own
out vec3 uvTranslucency; // texture coordinate; how much light comes through here
#ifdef PBR
centroid out vec4 tangent; // which way a texture's run, and on which side of it its columns do
#endif
#if defined(PBR) || defined(BEST)
uniform float pixelLitSize; // pixels of a wingspan from which on birds are lit at every pixel
flat out float near;   // 0 there, 1 at half that distance
#endif

void main() {
    Posed p = posed();
    vec3 world = toWorld(p.position);
    fromEye = world - eye.xyz;
    normal = normalize(toWorldDirection(p.normal));
#ifdef PBR
    tangent = vec4(toWorldDirection(vertexTangent.xyz), vertexTangent.w);
#endif
    vec4 ownColour = base * unpackColour(look.xy);
    albedo = vec4(ownColour.rgb * (1.0 - tint.a), ownColour.a);
    mark = vec4(tint.rgb * tint.a, tintEmission());
    uvTranslucency = vec3(uintBitsToFloat(look.zw), translucency * smoothstep(0.05, 0.2, abs(p.position.x)));
#if defined(PBR) || defined(BEST)
    near = clamp(length(axes[0]) / (pixelLitSize * eye.w * length(place - eye.xyz)) - 1.0, 0.0, 1.0);
#endif
    gl_Position = viewProjection * vec4(world, 1.0);
}
