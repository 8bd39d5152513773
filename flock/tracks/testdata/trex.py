"""Writes testdata/trex with NumPy: arrays as TRex exports them, for the test of its npz files.

The files are in base64, because the repository holds no other binary files than pictures and models.
"""

import base64
import io

import numpy as np


def write(name, save, **arrays):
    data = io.BytesIO()
    save(data, **arrays)
    with open(f"trex/{name}.base64", "wb") as out:
        out.write(base64.encodebytes(data.getvalue()))


def fish(x, y, time, missing):
    head = np.full(len(x), np.inf, "f4")
    return {"X": head, "Y": head, "X#wcentroid": x, "Y#wcentroid": y, "time": time, "missing": missing, "cm_per_pixel": np.array([0.02])}


time = np.arange(4) / 25
x, y = np.array([0, 1, 2, 3], "f4"), np.array([5, 6, 7, 8], "f4")
write("video_fish0.npz", np.savez, **fish(x, y, time, np.zeros(4, "f4")))
x, y = np.array([10.5, 11.5, np.inf]), np.array([1.0, 2.0, np.inf])
write("video_fish1.npz", np.savez_compressed, **fish(x, y, time[1:], np.array([False, False, True])))
write("video_posture_fish0.npz", np.savez, midline=np.zeros((4, 3, 2)))
