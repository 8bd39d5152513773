// Draws the flock of this folder, for Unity 2022.3 and later.
// It plays from the first frame on; DrawFrame shows any instant.
using System;
using System.IO;
using Unity.Collections;
using UnityEngine;

[ExecuteAlways]
public class SkeinFlock : MonoBehaviour
{
    public TextAsset about; // flock.json; the editor then fills in the fields shader and files
    public Shader shader;   // SkeinBird.shader
    public SpeciesFiles[] files = new SpeciesFiles[0];
    public bool playing = true;
    public float speed = 1;
    public float time; // time since the first frame, s

    // The files of a species.
    [Serializable]
    public class SpeciesFiles
    {
        public Mesh mesh;
        public Texture2D positions, normals;
        public TextAsset cache;
        public Texture2D[] textures; // texture of each material; null if a material has none
    }

    // The content of flock.json that is used here.
    [Serializable]
    public class About
    {
        public int first, frames;
        public float fps;
        public Species[] flocks;
    }

    [Serializable]
    public class Species
    {
        public string species, mesh, positions, normals, cache;
        public int beat, poses, rows_per_pose;
        public float reach;
        public int[] ids;
        public Surface[] materials;
    }

    [Serializable]
    public class Surface
    {
        public string texture;
        public float[] colour;
        public float cutoff;
    }

    // A bird as SkeinBird.hlsl reads it.
    public struct Bird
    {
        public Vector3 position;
        public float size;
        public Quaternion rotation;
        public float phase, stance, weight, unused;
    }

    const int Fields = 12; // x, y, z, qx, qy, qz, qw, phase, stance, weight, size, flags
    const int Present = 1, Jumped = 2;

    // What is drawn of a species.
    class Flock
    {
        public Species about;
        public SpeciesFiles files;
        public Bird[] birds;
        public GraphicsBuffer buffer;
        public Material[] materials;
    }

    About content;
    Flock[] flocks = new Flock[0];

    void OnEnable()
    {
        if (about == null || shader == null)
            return;
        content = JsonUtility.FromJson<About>(about.text);
        if (files.Length != content.flocks.Length)
        {
            Debug.LogError("skein: set the field About again; " + name + " lacks files of its species", this);
            return;
        }
        flocks = new Flock[content.flocks.Length];
        for (int k = 0; k < flocks.Length; k++)
            flocks[k] = Create(content.flocks[k], files[k]);
    }

    void OnDisable()
    {
        foreach (var f in flocks)
        {
            f.buffer.Release();
            foreach (var m in f.materials)
                DestroyImmediate(m);
        }
        flocks = new Flock[0];
    }

    void Update()
    {
        if (flocks.Length == 0)
            return;
        if (playing && Application.isPlaying)
            time = Mathf.Repeat(time + Time.deltaTime * speed, content.frames / content.fps);
        DrawFrame(time * content.fps);
    }

    Flock Create(Species s, SpeciesFiles from)
    {
        if (from.positions.height != s.poses * s.rows_per_pose || from.positions.format != TextureFormat.RGBAHalf)
            Debug.LogError("skein: import " + s.positions + " again, without compression and in its full size", this);
        var f = new Flock { about = s, files = from, birds = new Bird[s.ids.Length] };
        f.buffer = new GraphicsBuffer(GraphicsBuffer.Target.Structured, s.ids.Length, 48);
        f.materials = new Material[s.materials.Length];
        for (int i = 0; i < f.materials.Length; i++)
        {
            var m = f.materials[i] = new Material(shader);
            var c = s.materials[i].colour;
            m.SetTexture("_Positions", from.positions);
            m.SetTexture("_Normals", from.normals);
            m.SetFloat("_Beat", s.beat);
            m.SetFloat("_RowsPerPose", s.rows_per_pose);
            m.SetFloat("_Rows", s.poses * s.rows_per_pose);
            m.SetBuffer("_Birds", f.buffer);
            m.SetVector("_BaseColour", new Vector4(c[0], c[1], c[2], c[3]));
            m.SetFloat("_Cutoff", s.materials[i].cutoff);
            if (from.textures[i] != null)
                m.SetTexture("_Texture", from.textures[i]);
        }
        return f;
    }

    // Shows an instant, in frames since the first one. Call it once in each frame that is drawn.
    public void DrawFrame(float at)
    {
        at = Mathf.Clamp(at, 0, content.frames - 1);
        int first = (int)at, last = Math.Min(first + 1, content.frames - 1);
        foreach (var f in flocks)
        {
            var numbers = f.files.cache.GetData<float>();
            int size = f.birds.Length * Fields;
            var low = new Vector3(float.MaxValue, float.MaxValue, float.MaxValue);
            var high = -low;
            for (int i = 0; i < f.birds.Length; i++)
            {
                var b = Between(numbers, first * size + i * Fields, last * size + i * Fields, at - first);
                f.birds[i] = b;
                if (b.size == 0)
                    continue;
                var reach = Vector3.one * (f.about.reach * b.size);
                low = Vector3.Min(low, b.position - reach);
                high = Vector3.Max(high, b.position + reach);
            }
            f.buffer.SetData(f.birds);
            if (low.x <= high.x)
                Draw(f, low, high);
        }
    }

    // Returns a bird between two frames. a and b are the indices at which the bird's
    // numbers begin in these frames.
    public static Bird Between(NativeArray<float> n, int a, int b, float share)
    {
        var bird = new Bird { rotation = Quaternion.identity };
        if (((int)n[a + 11] & Present) == 0)
            return bird;
        if (((int)n[b + 11] & Present) == 0 || ((int)n[b + 11] & Jumped) != 0)
            share = 0; // the bird leaves or jumps: keep it where it is in the first of the two frames
        bird.position = Vector3.Lerp(new Vector3(n[a], n[a + 1], n[a + 2]), new Vector3(n[b], n[b + 1], n[b + 2]), share);
        bird.rotation = Quaternion.Slerp(new Quaternion(n[a + 3], n[a + 4], n[a + 5], n[a + 6]),
            new Quaternion(n[b + 3], n[b + 4], n[b + 5], n[b + 6]), share);
        bird.phase = n[a + 7] + Mathf.Repeat(n[b + 7] - n[a + 7], 1) * share;
        bird.stance = n[a + 9] > 0 ? n[a + 8] : n[b + 8];
        bird.weight = n[b + 8] == bird.stance || n[b + 9] == 0 ? Mathf.Lerp(n[a + 9], n[b + 9], share) : n[a + 9];
        bird.size = n[a + 10];
        return bird;
    }

    void Draw(Flock f, Vector3 low, Vector3 high)
    {
        var all = transform.localToWorldMatrix;
        var centre = all.MultiplyPoint3x4((low + high) / 2);
        var sun = RenderSettings.sun;
        for (int i = 0; i < f.materials.Length; i++)
        {
            var m = f.materials[i];
            m.SetMatrix("_Flock", all);
            m.SetVector("_Ambient", RenderSettings.ambientLight.linear);
            if (sun != null)
            {
                m.SetVector("_SunDirection", -sun.transform.forward);
                m.SetVector("_SunColour", sun.color.linear * sun.intensity);
            }
            var draw = new RenderParams(m);
            draw.worldBounds = new Bounds(centre, Vector3.one * ((high - low).magnitude * all.lossyScale.magnitude));
            Graphics.RenderMeshPrimitives(draw, f.files.mesh, i, f.birds.Length);
        }
    }

#if UNITY_EDITOR
    // Finds the files beside flock.json.
    void OnValidate()
    {
        if (about == null)
            return;
        string folder = Path.GetDirectoryName(UnityEditor.AssetDatabase.GetAssetPath(about)).Replace('\\', '/') + "/";
        if (shader == null)
            shader = Shader.Find("Skein/Bird");
        var all = JsonUtility.FromJson<About>(about.text).flocks;
        files = new SpeciesFiles[all.Length];
        for (int k = 0; k < all.Length; k++)
        {
            var s = all[k];
            files[k] = new SpeciesFiles
            {
                mesh = UnityEditor.AssetDatabase.LoadAssetAtPath<Mesh>(folder + s.mesh),
                positions = UnityEditor.AssetDatabase.LoadAssetAtPath<Texture2D>(folder + s.positions),
                normals = UnityEditor.AssetDatabase.LoadAssetAtPath<Texture2D>(folder + s.normals),
                cache = UnityEditor.AssetDatabase.LoadAssetAtPath<TextAsset>(folder + s.cache),
                textures = new Texture2D[s.materials.Length],
            };
            for (int i = 0; i < s.materials.Length; i++)
                if (!string.IsNullOrEmpty(s.materials[i].texture))
                    files[k].textures[i] = UnityEditor.AssetDatabase.LoadAssetAtPath<Texture2D>(folder + s.materials[i].texture);
        }
    }
#endif
}
