# Compares where two pictures of the same frame have birds, and what Godot read from textures.
#
#   silhouettes.py pictures A.png B.png LEAST
#       prints the share of each picture's opaque pixels that are within a pixel of the other's
#       opaque pixels, and fails if one is below LEAST
#   silhouettes.py textures FOLDER LOG
#       reads the EXR textures and compares their sizes and sums with those in Godot's log

import re
import struct
import sys
import zlib


def opaque(path):
    """Returns the opaque pixels of a PNG with 8-bit RGBA (PNG specification), and its size."""
    data, packed, at = open(path, "rb").read(), b"", 8
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", body[:10])
        elif kind == b"IDAT":
            packed += body
        at += 12 + size
    if (depth, colour) != (8, 6):
        sys.exit(f"{path}: {depth} bits and colour type {colour}, want RGBA with 8 bits")
    raw, stride = zlib.decompress(packed), 4 * width
    above, pixels = bytearray(stride), set()
    for y in range(height):
        how, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            left, up, corner = (row[x - 4], above[x], above[x - 4]) if x >= 4 else (0, above[x], 0)
            guess = left + up - corner
            paeth = min((left, up, corner), key=lambda v: abs(guess - v))
            row[x] = row[x] + (0, left, up, (left + up) // 2, paeth)[how] & 255
        pixels.update((x, y) for x in range(width) if row[4 * x + 3] >= 128)
        above = row
    return pixels, (width, height)


def near(pixels, others):
    """Returns the share of the pixels that are at most one pixel away from one of the others."""
    around = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)]
    return sum(any((x + dx, y + dy) in others for dx, dy in around) for x, y in pixels) / max(1, len(pixels))


def pictures(a, b, least):
    (one, size), (other, want) = opaque(a), opaque(b)
    if size != want or min(len(one), len(other)) < 500:
        sys.exit(f"{a} and {b}: sizes {size} and {want}, {len(one)} and {len(other)} opaque pixels")
    shares = near(one, other), near(other, one)
    print("%d and %d opaque pixels; %.4f and %.4f of them are within a pixel of the other's" % (len(one), len(other), *shares))
    if min(shares) < float(least):
        sys.exit(f"silhouettes: the pictures {a} and {b} differ")


def texture(path):
    """Reads an EXR image with channels B, G, R of half floats and without compression. Returns its
    width and height and the sum of |R| + 2 |G| + 3 |B|."""
    data = open(path, "rb").read()
    at = data.index(b"dataWindow\0box2i\0") + len(b"dataWindow\0box2i\0") + 4
    left, top, right, bottom = struct.unpack("<4i", data[at:at + 16])
    width, height = right - left + 1, bottom - top + 1
    row, total = 8 + 6 * width, 0
    first = len(data) - height * row
    for y in range(height):
        line = struct.unpack(f"<{3 * width}e", data[first + y * row + 8:first + (y + 1) * row])
        total += sum(w * abs(v) for k, w in enumerate((3, 2, 1)) for v in line[k * width:(k + 1) * width])
    return width, height, total


def textures(folder, log):
    lines = re.findall(r"godot: (\S+) is (\d+)x(\d+), format (\d+), flags (\d+), sum (\S+)", open(log).read())
    if len(lines) < 2:
        sys.exit("silhouettes: Godot read no textures")
    for name, width, height, kind, flags, total in lines:
        want = texture(f"{folder}/{name}")
        # Format 14 is Image.FORMAT_RGBH, and 15 has alpha, too. No flags: no filter, no mipmaps, no repeat.
        if (int(width), int(height)) != want[:2] or kind not in ("14", "15") or flags != "0" or abs(float(total) - want[2]) > 1e-3:
            sys.exit(f"silhouettes: {name} is {width}x{height}, format {kind}, flags {flags}, sum {total} in Godot, but {want}")
    print(f"Godot reads {len(lines)} textures without loss")


{"pictures": pictures, "textures": textures}[sys.argv[1]](*sys.argv[2:])
