"""Pictures from seeds: ten JPEGs of 600×400 for the common deck, and 744×1039 PNGs (a poker card
at 300 dpi), opaque or with alpha.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFilter

LANDSCAPE = (600, 400)
CARD = (744, 1039)


def painted(seed: int, size: tuple[int, int], grain: float) -> Image.Image:
    """A soft ground, discs and a little grain: compresses about as illustrations do."""
    rng = np.random.default_rng(seed)
    width, height = size
    ground = Image.fromarray((rng.random((10, 10, 3)) * 255).astype("uint8")).resize(
        size, Image.Resampling.BICUBIC
    )
    draw = ImageDraw.Draw(ground)
    for _ in range(60):
        x, y, r = rng.integers(0, width), rng.integers(0, height), rng.integers(5, width // 10)
        draw.ellipse(
            (x - r, y - r, x + r, y + r), fill=tuple(int(c) for c in rng.integers(0, 255, 3))
        )
    soft = np.asarray(ground.filter(ImageFilter.GaussianBlur(1.2)))
    return Image.fromarray(np.clip(soft + rng.normal(0, grain, soft.shape), 0, 255).astype("uint8"))


def jpegs(folder: Path) -> list[Path]:
    """The ten pictures of the common deck, made once."""
    paths = [folder / f"art-{i}.jpg" for i in range(10)]
    for i, path in enumerate(paths):
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            painted(i, LANDSCAPE, 9).save(path, quality=82)
    return paths


def pngs(folder: Path, count: int, alpha: bool) -> list[Path]:
    """A PNG of its own for each card, made once."""
    paths = [folder / f"{'alpha' if alpha else 'own'}-{i:05d}.png" for i in range(1, count + 1)]
    for i, path in enumerate(paths):
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            image = painted(1000 + i, CARD, 1.5)
            if alpha:
                image.putalpha(_vignette())
            image.save(path)
    return paths


def _vignette() -> Image.Image:
    """Opaque inside, fading out at the edge."""
    x, y = np.meshgrid(np.linspace(-1, 1, CARD[0]), np.linspace(-1, 1, CARD[1]))
    return Image.fromarray(
        np.clip(255 * 6 * (1.02 - np.maximum(abs(x), abs(y))), 0, 255).astype("uint8")
    )
