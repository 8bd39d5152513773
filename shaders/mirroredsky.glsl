#ifdef DRAFT
vec3 mirroredSky(vec3 m, vec2 place) { return haze(m); }
#else

// Returns the light of the sky and the clouds in unit direction m, which points upwards from a
// place on the water. The sky is the same as in sky.frag, but with flat cumulus. Ripples blur it.
vec3 mirroredSky(vec3 m, vec2 place) {
    vec3 clear = sky(m), c = clear;
    // The blur by ripples was chosen by eye. The other numbers are those of sky.frag. A pixel shows
    // the part of the sky that all its waves reflect.
    float spread = max(length(dFdx(m)), length(dFdy(m)));
    float steep = max(m.y, 0.03), wide = max(max(4.0 * eye.w, 0.015), spread) * inversesqrt(steep);
    vec3 d = vec3(m.x, steep, m.z);
    float far = distanceToDeck(d, eye.y + cumulusBase), lod = mipLevel(far * wide, LOW_TILE);
    vec2 at = cumulusUV(place + d.xz * far);
    if (cloudDark.w > 0.0) {
        c *= coverBrightness(at, coverRelief(at, lod), far, lod);
    }
    if (clouds.y > 0.0) {
        float above = distanceToDeck(d, eye.y + cirrusBase);
        vec2 there = (place + d.xz * above + drift.zw) / HIGH_TILE;
        c = mix(c, cirrusLight.rgb, cirrusAt(there, mipLevel(above * wide, HIGH_TILE)) * exp2(-above / 90000.0));
    }
    if (clouds.x < 1.0) {
        // Read the noise of cumulus at their base and on the second deck.
        float variation = cumulusVariation(at, lod);
        float density = textureLod(cloudMap, at, lod).r + variation;
        float beyond = textureLod(cloudMap, at + cumulusUV(d.xz * (UPPER_DECK * cumulusDepth / steep)) - cumulusUV(vec2(0.0)), lod).r + variation;
        float there = max(cumulusOpacity(density), cumulusOpacity(beyond - domeDensity(UPPER_DECK)));
        c = mix(c, mix(clear, cumulusLight(m, mix(0.4, 8.0, smoothstep(0.0, 0.3, density - clouds.x))), cirrusLight.w * cumulusClearness(far)), there);
    }
    return c;
}
#endif
