// Stands in for the parts of Unity that the scripts of an export use, so that a C# compiler can check
// them and Between can run. The signatures are those of Unity's scripting reference, version 2022.3.
using System;
using System.IO;

namespace Unity.Collections
{
    public struct NativeArray<T> where T : struct
    {
        public T[] all;
        public T this[int i] { get { return all[i]; } }
    }
}

namespace UnityEngine
{
    using Unity.Collections;

    public class Object { public string name; public static void DestroyImmediate(Object o) { } }
    public class Component : Object { public Transform transform; }
    public class MonoBehaviour : Component { }
    public class ExecuteAlways : Attribute { }
    public class Transform : Component { public Vector3 forward, lossyScale; public Matrix4x4 localToWorldMatrix; }
    public class TextAsset : Object
    {
        public string text;
        public NativeArray<T> GetData<T>() where T : struct { return default(NativeArray<T>); }
    }
    public class Shader : Object { public static Shader Find(string name) { return null; } }
    public class Mesh : Object { }
    public enum TextureFormat { RGBAHalf }
    public enum FilterMode { Point }
    public enum TextureWrapMode { Clamp }
    public class Texture : Object { public int height; }
    public class Texture2D : Texture { public TextureFormat format { get { return TextureFormat.RGBAHalf; } } }
    public class Light : Component { public Color color; public float intensity; }
    public static class RenderSettings { public static Light sun; public static Color ambientLight; }
    public static class Application { public static bool isPlaying { get { return true; } } }
    public static class Time { public static float deltaTime { get { return 0; } } }
    public static class Debug { public static void LogError(object message, Object context) { } }
    public static class JsonUtility { public static T FromJson<T>(string json) { return default(T); } }
    public class GraphicsBuffer
    {
        public enum Target { Structured }
        public GraphicsBuffer(Target target, int count, int stride) { }
        public void SetData(Array data) { }
        public void Release() { }
    }
    public class Material : Object
    {
        public Material(Shader shader) { }
        public void SetTexture(string name, Texture value) { }
        public void SetFloat(string name, float value) { }
        public void SetVector(string name, Vector4 value) { }
        public void SetMatrix(string name, Matrix4x4 value) { }
        public void SetBuffer(string name, GraphicsBuffer value) { }
    }
    public struct RenderParams { public RenderParams(Material m) { worldBounds = new Bounds(); } public Bounds worldBounds { get; set; } }
    public static class Graphics
    {
        public static void RenderMeshPrimitives(in RenderParams p, Mesh mesh, int submeshIndex, int instanceCount = 1) { }
    }
    public struct Bounds { public Bounds(Vector3 center, Vector3 size) { } }
    public struct Matrix4x4
    {
        public Vector3 lossyScale { get { return new Vector3(); } }
        public Vector3 MultiplyPoint3x4(Vector3 p) { return p; }
    }
    public struct Vector4
    {
        public float x, y, z, w;
        public Vector4(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static implicit operator Vector4(Vector3 v) { return new Vector4(v.x, v.y, v.z, 0); }
    }
    public struct Color
    {
        public float r, g, b, a;
        public Color linear { get { return this; } }
        public static Color operator *(Color c, float by) { return c; }
        public static implicit operator Vector4(Color c) { return new Vector4(c.r, c.g, c.b, c.a); }
    }
    public static class Mathf
    {
        public static float Repeat(float t, float length) { return t - (float)Math.Floor(t / length) * length; }
        public static float Clamp(float v, float low, float high) { return Math.Min(Math.Max(v, low), high); }
        public static float Lerp(float a, float b, float t) { return a + (b - a) * t; }
    }
    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 one { get { return new Vector3(1, 1, 1); } }
        public float magnitude { get { return (float)Math.Sqrt(x * x + y * y + z * z); } }
        public static Vector3 Lerp(Vector3 a, Vector3 b, float t) { return a + (b - a) * t; }
        public static Vector3 Min(Vector3 a, Vector3 b) { return a; }
        public static Vector3 Max(Vector3 a, Vector3 b) { return b; }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static Vector3 operator -(Vector3 a, Vector3 b) { return new Vector3(a.x - b.x, a.y - b.y, a.z - b.z); }
        public static Vector3 operator -(Vector3 a) { return new Vector3(-a.x, -a.y, -a.z); }
        public static Vector3 operator *(Vector3 a, float t) { return new Vector3(a.x * t, a.y * t, a.z * t); }
        public static Vector3 operator /(Vector3 a, float t) { return a * (1 / t); }
    }
    public struct Quaternion
    {
        public float x, y, z, w;
        public Quaternion(float x, float y, float z, float w) { this.x = x; this.y = y; this.z = z; this.w = w; }
        public static Quaternion identity { get { return new Quaternion(0, 0, 0, 1); } }
        public static Quaternion Slerp(Quaternion a, Quaternion b, float t)
        {
            double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w, sign = dot < 0 ? -1 : 1;
            double angle = Math.Acos(Math.Min(1, Math.Abs(dot))), p = 1 - t, q = t;
            if (angle > 1e-4) { p = Math.Sin(angle * p) / Math.Sin(angle); q = Math.Sin(angle * q) / Math.Sin(angle); }
            q *= sign;
            return new Quaternion((float)(a.x * p + b.x * q), (float)(a.y * p + b.y * q), (float)(a.z * p + b.z * q), (float)(a.w * p + b.w * q));
        }
    }
}

namespace UnityEditor
{
    public class AssetDatabase
    {
        public static string GetAssetPath(UnityEngine.Object o) { return ""; }
        public static T LoadAssetAtPath<T>(string path) where T : UnityEngine.Object { return null; }
    }
    public class AssetImporter { }
    public class AssetPostprocessor { public string assetPath; public AssetImporter assetImporter; }
    public enum TextureImporterType { Default }
    public enum TextureImporterNPOTScale { None }
    public enum TextureImporterFormat { RGBAHalf }
    public enum TextureImporterCompression { Uncompressed }
    public enum ModelImporterMeshCompression { Off }
    public enum ModelImporterMaterialImportMode { None }
    public class TextureImporterPlatformSettings
    {
        public int maxTextureSize;
        public TextureImporterFormat format;
        public TextureImporterCompression textureCompression;
    }
    public class TextureImporter : AssetImporter
    {
        public TextureImporterType textureType;
        public bool sRGBTexture, mipmapEnabled;
        public TextureImporterNPOTScale npotScale;
        public UnityEngine.FilterMode filterMode;
        public UnityEngine.TextureWrapMode wrapMode;
        public TextureImporterPlatformSettings GetDefaultPlatformTextureSettings() { return null; }
        public void SetPlatformTextureSettings(TextureImporterPlatformSettings s) { }
    }
    public class ModelImporter : AssetImporter
    {
        public ModelImporterMeshCompression meshCompression;
        public bool generateSecondaryUV, importAnimation;
        public ModelImporterMaterialImportMode materialImportMode;
    }
}

// Prints the birds of a point cache at instants: Check CACHE BIRDS INSTANT...
public static class Check
{
    public static void Main(string[] args)
    {
        var bytes = File.ReadAllBytes(args[0]);
        var numbers = new float[bytes.Length / 4];
        Buffer.BlockCopy(bytes, 0, numbers, 0, bytes.Length);
        int birds = int.Parse(args[1]), size = birds * 12, frames = numbers.Length / size;
        var all = new Unity.Collections.NativeArray<float> { all = numbers };
        for (int k = 2; k < args.Length; k++)
        {
            float at = float.Parse(args[k], System.Globalization.CultureInfo.InvariantCulture);
            int first = (int)at, last = Math.Min(first + 1, frames - 1);
            for (int i = 0; i < birds; i++)
            {
                var b = SkeinFlock.Between(all, first * size + i * 12, last * size + i * 12, at - first);
                Console.WriteLine(FormattableString.Invariant($"{at} {i} {b.position.x:R} {b.position.y:R} {b.position.z:R} {b.rotation.x:R} {b.rotation.y:R} {b.rotation.z:R} {b.rotation.w:R} {b.phase:R} {b.size:R}"));
            }
        }
    }
}
