#version 410 core
#include "scene.glsl"
#include "instance.glsl"

uniform vec4 base;
uniform float translucency; // fraction of light that thin parts transmit, 0 to 1

out vec3 fromEye;
centroid out vec3 normal;
centroid out vec4 albedo; // factor for the texture, reduced by the tint; a: opacity
flat out vec4 mark; // tint, multiplied by its opacity; a: fraction that is emitted light
out vec3 uvTranslucency; // xy: texture coordinates; z: fraction of light that is transmitted
#ifdef PBR
centroid out vec4 tangent; // direction of the texture's rows; w: sign of the bitangent
#endif
#if defined(PBR) || defined(BEST)
uniform float pixelLitSize; // smallest wingspan, in pixels, at which birds are lit per pixel
flat out float near;   // 0 at pixelLitSize, 1 at twice that size
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
    // Thin parts are the wings, at some distance from the middle of the body. This distance was
    // chosen by eye.
    uvTranslucency = vec3(uintBitsToFloat(look.zw), translucency * smoothstep(0.05, 0.2, abs(p.position.x)));
#if defined(PBR) || defined(BEST)
    near = clamp(length(axes[0]) / (pixelLitSize * eye.w * length(place - eye.xyz)) - 1.0, 0.0, 1.0);
#endif
    gl_Position = viewProjection * vec4(world, 1.0);
}
