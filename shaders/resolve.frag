#version 410 core
#ifdef DRAFT
#include "tonemap.glsl"
#endif

uniform sampler2DMS layer; // light times the exposure times coverage; a: coverage
#ifdef DRAFT
uniform float behind; // mean light times the exposure behind the layer; 0 means not known
#endif

out vec4 colour;

#ifdef DRAFT
// Returns the light that toneMap() maps to a display value. Display values above 0.98 count as 0.98.
float lightOf(float shown) {
    float y = min(shown * shown, 0.96);
    float a = 2.51 - 2.43 * y, b = 0.59 * y - 0.03;
    return (b + sqrt(b * b + 0.56 * a * y)) / (2.0 * a);
}

// Returns the coverage with which a display value is drawn over the picture, so that the picture
// shows the mean of the light of both. The mean light of the view stands in for the light behind
// the layer.
float shownCoverage(float own, float coverage) {
    float back = toneMap(vec3(behind)).r;
    if (abs(back - own) < 0.02) return coverage;
    float mean = toneMap(vec3(mix(behind, lightOf(own), coverage))).r;
    return clamp((back - mean) / (back - own), 0.0, 1.0);
}
#endif

void main() {
    vec4 sum = vec4(0.0);
#ifdef DRAFT
    float covered = 0.0; // samples that the layer covers, opaque or not
#endif
    for (int i = 0; i < SAMPLES; i++) {
        vec4 texel = texelFetch(layer, ivec2(gl_FragCoord.xy), i);
        sum += texel;
#ifdef DRAFT
        if (texel.a > 0.0) covered += 1.0;
#endif
    }
    colour = sum / float(SAMPLES);
#ifdef DRAFT
    if (behind > 0.0 && covered > 0.0 && covered < float(SAMPLES)) {
        float edge = covered / float(SAMPLES);
        colour *= shownCoverage(min(dot(colour.rgb, vec3(1.0 / 3.0)) / colour.a, 0.98), edge) / edge;
    }
#endif
}
