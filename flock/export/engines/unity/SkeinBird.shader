// Draws birds with the sun and an even light from everywhere, without shadows. Its pass has no tag
// LightMode, so the built-in pipeline and URP draw it. SkeinFlock.cs sets all properties.
Shader "Skein/Bird"
{
    Properties
    {
        _Texture ("Texture", 2D) = "white" {}
    }
    SubShader
    {
        Tags { "RenderType" = "TransparentCutout" "Queue" = "AlphaTest" }
        Cull Off
        Pass
        {
            HLSLPROGRAM
            #pragma target 4.5
            #pragma vertex vert
            #pragma fragment frag
            #include "UnityCG.cginc"
            #include "SkeinBird.hlsl"

            Texture2D<float4> _Texture;
            SamplerState sampler_Texture;
            float4 _BaseColour; // linear
            float _Cutoff;
            float4x4 _Flock; // from the flock to the world
            float4 _SunDirection; // towards the sun
            float4 _SunColour;
            float4 _Ambient;

            struct Varyings
            {
                float4 position : SV_POSITION;
                float3 normal : NORMAL;
                float2 uv : TEXCOORD0;
                float4 colour : COLOR;
            };

            Varyings vert(float2 uv : TEXCOORD0, float2 uv2 : TEXCOORD1, float4 colour : COLOR, uint instance : SV_InstanceID)
            {
                float3 position, normal;
                SkeinVertex(instance, uv2, position, normal);
                Varyings o;
                o.position = mul(UNITY_MATRIX_VP, mul(_Flock, float4(position, 1.0)));
                o.normal = mul((float3x3)_Flock, normal);
                o.uv = uv;
                o.colour = colour;
                return o;
            }

            float4 frag(Varyings i, bool front : SV_IsFrontFace) : SV_Target
            {
                float4 colour = _BaseColour * i.colour * _Texture.Sample(sampler_Texture, i.uv);
                clip(colour.a - _Cutoff);
                float3 normal = normalize(i.normal) * (front ? 1.0 : -1.0);
                float3 light = _Ambient.rgb + _SunColour.rgb * saturate(dot(normal, _SunDirection.xyz));
                return float4(colour.rgb * light, 1.0);
            }
            ENDHLSL
        }
    }
}
