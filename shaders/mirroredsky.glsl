#ifdef DRAFT
vec3 mirroredSky(vec3 m, vec2 place) { return haze(m); }
#else

// Sky with clouds that still water shows at a place, in unit direction m up from there: as
// sky.frag has it, but for heaps that have no depth. Ripples blur it.
vec3 mirroredSky(vec3 m, vec2 place) {
    vec3 clear = sky(m), c = clear;
    float steep = max(m.y, 0.03), wide = max(4.0 * eye.w, 0.015) * inversesqrt(steep);
    vec3 d = vec3(m.x, steep, m.z);
    float far = toDeck(d, eye.y + low), lod = detail(far * wide, LOW_TILE);
    vec2 at = heapAt(place + d.xz * far);
    if (cloudDark.w > 0.0) {
        float n = 0.8 * (textureLod(cloudMap, 0.7 * at, lod).r - 0.5) + 2.0 * broad(at, lod);
        c *= max(1.0 - cloudDark.w * n * exp2(-far / 14000.0), 0.1);
    }
    if (clouds.y > 0.0) {
        float above = toDeck(d, eye.y + high);
        vec2 there = (place + d.xz * above + drift.zw) / HIGH_TILE;
        float finest = detail(above * wide, HIGH_TILE);
        vec2 bent = vec2(textureLod(cloudMap, 1.3 * there, finest).b, textureLod(cloudMap, 0.6 * there + 0.4, finest).b) - 0.5;
        vec2 along = vec2(0.6 * there.x + 0.1 * there.y, 2.6 * there.y - 0.3 * there.x) + vec2(0.2, 0.35) * bent;
        float fine = 0.6 * textureLod(cloudMap, along, finest + 1.0).g + 0.4 * textureLod(cloudMap, 2.0 * along, finest + 2.0).g;
        fine *= 1.9 * textureLod(cloudMap, 0.4 * there + 0.2, finest).b;
        c = mix(c, cloudHigh.rgb, 0.75 * smoothstep(0.62 - 0.5 * clouds.y, 1.05 - 0.3 * clouds.y, fine) * exp2(-above / 90000.0));
    }
    if (clouds.x < 1.0) {
        // At their base and half way up.
        float more = broad(at, lod);
        float density = textureLod(cloudMap, at, lod).r + more;
        float ahead = textureLod(cloudMap, at + sunFlat.zw, lod).r + more;
        float beyond = textureLod(cloudMap, at + heapAt(d.xz * (0.25 * deep / steep)) - heapAt(vec2(0.0)), lod).r + more;
        float there = max(hides(density), hides(beyond - domed(0.25)));
        c = mix(c, mix(clear, heapLight(m, density, ahead), cloudHigh.w * exp2(-far / 17000.0)), there);
    }
    return c;
}
#endif
