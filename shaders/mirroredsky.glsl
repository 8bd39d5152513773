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
        c *= coverLight(at, hangs(at, lod), far, lod);
    }
    if (clouds.y > 0.0) {
        float above = toDeck(d, eye.y + high);
        vec2 there = (place + d.xz * above + drift.zw) / HIGH_TILE;
        c = mix(c, cloudHigh.rgb, wisp(there, detail(above * wide, HIGH_TILE)) * exp2(-above / 90000.0));
    }
    if (clouds.x < 1.0) {
        // At their base and half way up.
        float more = broad(at, lod);
        float density = textureLod(cloudMap, at, lod).r + more;
        float beyond = textureLod(cloudMap, at + heapAt(d.xz * (SIDE * deep / steep)) - heapAt(vec2(0.0)), lod).r + more;
        float there = max(hides(density), hides(beyond - domed(SIDE)));
        c = mix(c, mix(clear, heapLight(m, mix(0.4, 8.0, smoothstep(0.0, 0.3, density - clouds.x))), cloudHigh.w * exp2(-far / 17000.0)), there);
    }
    return c;
}
#endif
