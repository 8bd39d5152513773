#version 410 core

uniform sampler2DMS layer; // light times the exposure times coverage; a: coverage

out vec4 colour;

void main() {
    vec4 sum = vec4(0.0);
    for (int i = 0; i < SAMPLES; i++) sum += texelFetch(layer, ivec2(gl_FragCoord.xy), i);
    colour = sum / float(SAMPLES);
}
