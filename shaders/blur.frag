#version 410 core

uniform sampler2D source; // light times coverage; a: coverage
uniform ivec2 lastTexel;      // last valid texel of source, which is repeated beyond the edge
uniform ivec2 direction;       // along rows or columns
uniform vec3 inverseDepth;   // dot product with (pixel, 1): 1 over the distance of the surface, 1/m
uniform vec2 lens;       // x: 1 over the distance in focus, 1/m; y: blur per 1/m of difference, pixels

out vec4 colour;

// Blurs with a Gaussian along one direction. A second pass blurs along the other. spread is the
// standard deviation, in pixels; its minimum, 0.05, avoids a division by 0. The weight k pixels
// away is exp(-k² / 2 spread²), computed by repeated multiplication from exp2(-0.7213475 /
// spread²), with 0.7213475 = 1/(2 ln 2). At distances beyond 3 spread, a weight is below 1.2 %.
void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float off = lens.x - max(dot(vec3(gl_FragCoord.xy, 1.0), inverseDepth), 0.0);
    float spread = max(lens.y * abs(off), 0.05);
    vec4 sum = texelFetch(source, at, 0);
    float total = 1.0, weight = 1.0;
    float ratio = exp2(-0.7213475 / (spread * spread)), ratioStep = ratio * ratio;
    for (float k = 1.0; k < 3.0 * spread + 1.0; k++) {
        weight *= ratio;
        ratio *= ratioStep;
        sum += weight * texelFetch(source, min(at + int(k) * direction, lastTexel), 0);
        sum += weight * texelFetch(source, max(at - int(k) * direction, ivec2(0)), 0);
        total += 2.0 * weight;
    }
    colour = sum / total;
}
