// Sets how Unity imports the meshes and textures beside a flock.json.
using System.IO;
using UnityEditor;

public class SkeinImport : AssetPostprocessor
{
    bool BesideAFlock
    {
        get { return File.Exists(Path.Combine(Path.GetDirectoryName(assetPath), "flock.json")); }
    }

    // A texture of the wingbeat holds numbers: they must stay as they are.
    void OnPreprocessTexture()
    {
        if (!BesideAFlock || !assetPath.EndsWith(".exr"))
            return;
        var texture = (TextureImporter)assetImporter;
        texture.textureType = TextureImporterType.Default;
        texture.sRGBTexture = false;
        texture.mipmapEnabled = false;
        texture.npotScale = TextureImporterNPOTScale.None;
        texture.filterMode = UnityEngine.FilterMode.Point;
        texture.wrapMode = UnityEngine.TextureWrapMode.Clamp;
        var settings = texture.GetDefaultPlatformTextureSettings();
        settings.maxTextureSize = 16384;
        settings.format = TextureImporterFormat.RGBAHalf;
        settings.textureCompression = TextureImporterCompression.Uncompressed;
        texture.SetPlatformTextureSettings(settings);
    }

    // The second texture coordinate of a mesh is the place of a vertex in the textures.
    void OnPreprocessModel()
    {
        if (!BesideAFlock)
            return;
        var model = (ModelImporter)assetImporter;
        model.meshCompression = ModelImporterMeshCompression.Off;
        model.generateSecondaryUV = false;
        model.importAnimation = false;
        model.materialImportMode = ModelImporterMaterialImportMode.None;
    }
}
