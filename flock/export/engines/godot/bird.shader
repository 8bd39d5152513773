// Moves the vertices of a bird to its pose, for Godot 3 (GLES3). Godot 4 uses bird.gdshader.
//
// Row r of a texture is row r % rows_per_pose of pose r / rows_per_pose. Pose p of the wingbeat has the
// phase p / beat. UV2 is the column of the vertex and its row within a pose, as whole numbers.
// INSTANCE_CUSTOM is the phase in turns, the pose of the stance, and its weight from 0 to 1.
shader_type spatial;
render_mode cull_disabled;

uniform sampler2D positions; // in m; linear, without filter and mipmaps
uniform sampler2D normals;
uniform int beat = 1; // poses of the wingbeat
uniform int rows_per_pose = 1;

uniform vec4 albedo : hint_color = vec4(1.0);
uniform sampler2D albedo_texture : hint_albedo;
uniform float cutoff = 0.0;
uniform float roughness = 0.85;

void vertex() {
	float at = fract(INSTANCE_CUSTOM.x) * float(beat);
	int first = int(at) % beat;
	int second = (first + 1) % beat;
	int stance = int(INSTANCE_CUSTOM.y + 0.5);
	float share = at - floor(at);
	ivec2 place = ivec2(UV2 + vec2(0.5));
	ivec2 a = place + ivec2(0, first * rows_per_pose);
	ivec2 b = place + ivec2(0, second * rows_per_pose);
	ivec2 c = place + ivec2(0, stance * rows_per_pose);
	vec3 position = mix(texelFetch(positions, a, 0).rgb, texelFetch(positions, b, 0).rgb, share);
	vec3 normal = mix(texelFetch(normals, a, 0).rgb, texelFetch(normals, b, 0).rgb, share);
	VERTEX = mix(position, texelFetch(positions, c, 0).rgb, INSTANCE_CUSTOM.z);
	NORMAL = normalize(mix(normal, texelFetch(normals, c, 0).rgb, INSTANCE_CUSTOM.z));
}

void fragment() {
	vec4 colour = albedo * texture(albedo_texture, UV) * COLOR;
	if (colour.a < cutoff) {
		discard;
	}
	ALBEDO = colour.rgb;
	ROUGHNESS = roughness;
}
