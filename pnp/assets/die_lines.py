"""Outlines of shaped pieces: where scissors or a cutting machine go, as canonical paths in whole
micrometres from the piece's top left.
"""

from __future__ import annotations

from functools import lru_cache
from math import hypot, sqrt

from pnp.assets.path_geometry import CHORDS, doubled_area, polygons, without_repeats
from pnp.assets.paths import (
    PathError,
    bounds,
    canonical,
    ellipse,
    moved,
    polygon,
    rectangle,
)
from pnp.diagnostics import did_you_mean
from pnp.units.geometry import Rect, Size, Transform, by, millimetres, rect

SHAPES = ("square", "rounded", "circle", "hex", "triangle", "diamond", "octagon", "path")
"""What a piece may be: `square` is the whole rectangle, `path` whatever its path says."""

MAX_POINTS = 1_000
"""Points of a free outline once its curves are eight straight lines each: more than scissors
follow, few enough to compare them all.
"""

LEAST_AREA = 1_000_000
"""One square millimetre in µm²: less cannot be cut out."""

_RADIUS, _PART = 2_000, 0.15
_SLACK = 5  # µm that the rounding of an arc's handles may bulge beyond the size
_MITRE = 4.0  # longest corner of an enlarged outline, in widths of the enlargement
_MAX_TEXT = 100_000

Point = tuple[int, int]


class ShapeError(ValueError):
    """A shape that no piece can have; the message says what is wrong in the user's words, `hint`
    what to do next.
    """

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message, hint)
        self.message, self.hint = message, hint

    def __str__(self) -> str:
        return self.message


@lru_cache(maxsize=1024)
def shape_path(shape: str, size: Size, path: str = "") -> str | None:
    """The outline of a piece as a canonical path in micrometres; None for `square`, whose outline
    is its rectangle.

    `rounded` has corners of 2 mm, at most 15 % of the shorter side. `hex` lies on a side where it
    is at least as wide as high, else it stands on a corner; in a square it is regular, otherwise it
    fills its size. `triangle` has its tip at the top. `path` is SVG path data in millimetres at
    true size. Raises ShapeError.
    """
    if shape not in SHAPES:
        raise ShapeError(
            f'"{shape}" is not a shape; known shapes: {", ".join(SHAPES)}',
            did_you_mean(shape, SHAPES),
        )
    if min(size) <= 0:
        raise ShapeError(
            f"a piece of {by(size)} has nothing to cut out",
            "give a size such as 12mm or 12mm x 20mm",
        )
    if shape == "path":
        return _free(path, size)
    if path:
        raise ShapeError(
            f'the shape is "{shape}", yet there is a path as well',
            "say shape: path, or take the path away",
        )
    area = rect(0, 0, *size)
    if shape == "square":
        return None
    if shape == "rounded":
        return rectangle(area, min(_RADIUS, round(min(size) * _PART)))
    return ellipse(area) if shape == "circle" else polygon(_corners(shape, *size))


def _corners(shape: str, w: int, h: int) -> list[Point]:
    """The corners of a built-in polygon, clockwise."""
    if shape == "triangle":
        return [(w // 2, 0), (w, h), (0, h)]
    if shape == "diamond":
        return [(w // 2, 0), (w, h // 2), (w // 2, h), (0, h // 2)]
    if shape == "octagon":
        # The side of a regular octagon is the width divided by 1 + √2.
        x, y = round(w / (2 + sqrt(2))), round(h / (2 + sqrt(2)))
        return [(x, 0), (w - x, 0), (w, y), (w, h - y), (w - x, h), (x, h), (0, h - y), (0, y)]
    if w < h:
        return [
            (w // 2, 0),
            (w, h // 4),
            (w, h - h // 4),
            (w // 2, h),
            (0, h - h // 4),
            (0, h // 4),
        ]
    # A regular hexagon is √3/2 as high as it is wide.
    top = round(h * (1 - sqrt(3) / 2) / 2) if w == h else 0
    return [
        (w // 4, top),
        (w - w // 4, top),
        (w, h // 2),
        (w - w // 4, h - top),
        (w // 4, h - top),
        (0, h // 2),
    ]


def _free(text: str, size: Size) -> str:
    """A path from outside: one closed line that neither leaves the size nor meets itself.

    Raises ShapeError.
    """
    if not text.strip():
        raise ShapeError(
            "the shape is a path, but there is no path",
            'give SVG path data in mm, such as path: "M0 0H12V12H0Z"',
        )
    if len(text) > _MAX_TEXT:
        raise ShapeError(
            f"the path has {len(text):,} characters, an outline may have {_MAX_TEXT:,}",
            "draw it with fewer points",
        )
    try:
        path = canonical(text)
    except PathError as problem:
        raise ShapeError(
            f"the path cannot be read: {problem}",
            "give SVG path data in mm, as a drawing program writes it",
        ) from None
    if path.count("M") > 1:
        raise ShapeError(
            f"the path has {path.count('M')} outlines, a piece has one",
            "leave out holes and separate parts",
        )
    count = path.count("L") + CHORDS * path.count("C")
    if count > MAX_POINTS:
        raise ShapeError(
            f"the outline has {count:,} points, it may have {MAX_POINTS:,} (a curve counts as"
            f" {CHORDS})",
            "simplify the path",
        )
    points = _closed(path)
    _check_area(points)
    _check_inside(bounds(path), size)
    at = _crossing(points)
    if at:
        where = f"{at[0] / 1000:g}, {at[1] / 1000:g} mm"
        raise ShapeError(
            f"the outline crosses or touches itself at {where}; one cut has to go round it",
            "draw it as one simple line",
        )
    return path if path.endswith("Z") else path + "Z"


def _closed(path: str) -> list[Point]:
    """The corners of the one closed line; ShapeError where it is open."""
    points = flattened(path)
    if not path.endswith("Z") and points and points[0] != points[-1]:
        (x0, y0), (x1, y1) = points[0], points[-1]
        ends = (
            f"it begins at {x0 / 1000:g}, {y0 / 1000:g} and ends at {x1 / 1000:g}, {y1 / 1000:g} mm"
        )
        raise ShapeError(f"the path is open: {ends}", "end it with Z")
    return points[:-1] if len(points) > 1 and points[0] == points[-1] else points


def _check_area(points: list[Point]) -> None:
    """Refuse what holds nothing: a dot, a line there and back, a speck.

    A line that crosses itself is told apart later.
    """
    on_one_line = len(points) < 3 or not any(
        _turn(points[0], points[1], point) for point in points[2:]
    )
    if on_one_line or (abs(doubled_area(points)) < 2 * LEAST_AREA and not _crossing(points)):
        raise ShapeError(
            "the outline encloses less than 1 mm²",
            "path data count in mm: draw the piece at its true size",
        )


def _check_inside(found: Rect, size: Size) -> None:
    beyond = max(-found.x, -found.y, found.right - size.width, found.bottom - size.height)
    if beyond <= _SLACK:
        return
    if min(found.x, found.y) < -_SLACK:
        hint = "move it so that its left and upper ends are at 0"
    else:
        hint = f"make the size at least {by(Size(found.right, found.bottom))}"
    raise ShapeError(
        f"the outline reaches {millimetres(beyond)} beyond the size of {by(size)}", hint
    )


def flattened(path: str) -> list[Point]:
    """A canonical path of one line as points in whole micrometres, no point twice in a row."""
    points = polygons(path)[0] if path else []
    return without_repeats([(round(x), round(y)) for x, y in points])


def _crossing(points: list[Point]) -> Point | None:
    """Where a closed polygon meets itself, if anywhere: sides that are no neighbours share a point,
    or neighbours fold back.

    Sides are compared in order of their left ends, and only where they stand above each other.
    """
    count = len(points)
    for i in range(count):
        before, here, behind = points[i - 1], points[i], points[(i + 1) % count]
        along = (here[0] - before[0]) * (behind[0] - here[0]) + (here[1] - before[1]) * (
            behind[1] - here[1]
        )
        if not _turn(before, here, behind) and along < 0:
            return here
    sides = sorted(
        (min(a, b), max(a, b), i)
        for i, (a, b) in enumerate(zip(points, points[1:] + points[:1], strict=True))
    )
    for k, (a, b, i) in enumerate(sides):
        low, high = min(a[1], b[1]), max(a[1], b[1])
        for c, d, j in sides[k + 1 :]:
            if c[0] > b[0]:
                break
            if max(c[1], d[1]) < low or min(c[1], d[1]) > high or (i - j) % count in (1, count - 1):
                continue
            if _turn(a, b, c) * _turn(a, b, d) <= 0 and _turn(c, d, a) * _turn(c, d, b) <= 0:
                return _meeting(a, b, c, d)
    return None


def _meeting(a: Point, b: Point, c: Point, d: Point) -> Point:
    """Where two sides that share a point meet; an end of one where they lie on one line."""
    (x, y), (dx, dy), (ex, ey) = a, (b[0] - a[0], b[1] - a[1]), (d[0] - c[0], d[1] - c[1])
    across = dx * ey - dy * ex
    if not across:
        return max(a, c)
    t = ((c[0] - x) * ey - (c[1] - y) * ex) / across
    return round(x + t * dx), round(y + t * dy)


def _turn(a: Point, b: Point, c: Point) -> int:
    """Twice the area of a triangle: positive where c lies clockwise of the way from a to b, as
    seen on paper.
    """
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


@lru_cache(maxsize=1024)
def grown(path: str | None, size: Size, by: int) -> str:
    """An outline enlarged by so many micrometres on every side, for bleed; None stands for the
    rectangle of the size. Fill it non-zero.

    Corners get mitres, bevels where they are sharper than 29°. A convex outline with curves is
    scaled about its middle instead, so that it reaches exactly `by` farther left, right, up and
    down, and about that much between. A hollow outline is enlarged along straight lines, eight a
    curve, and followed by itself, so that nothing of the piece is lost where its hollows are
    narrower than twice `by`.
    """
    if by < 0:
        raise ValueError(f"an outline grows by nothing or more, not by {by} µm")
    if path is None:
        return rectangle(rect(0, 0, *size).inset(-by))
    if not by:
        return path
    points = flattened(path)
    points = points[:-1] if points[0] == points[-1] else points
    points = points if doubled_area(points) > 0 else points[::-1]
    convex = all(_turn(points[i - 2], points[i - 1], points[i]) >= 0 for i in range(len(points)))
    if convex and "C" in path:
        x, y, w, h = bounds(path)
        a, d = (w + 2 * by) / w, (h + 2 * by) / h
        return moved(path, Transform(a=a, d=d, e=x - by - a * x, f=y - by - d * y))
    outer = polygon(_offset(points, by))
    return outer if convex else outer + polygon(points)


def _offset(points: list[Point], by: int) -> list[Point]:
    """A clockwise polygon with every side moved outwards."""
    found: list[Point] = []
    for before, (x, y), behind in zip(
        points[-1:] + points[:-1], points, points[1:] + points[:1], strict=True
    ):
        (ax, ay), (bx, by_) = _outward(before, (x, y)), _outward((x, y), behind)
        half = 1 + ax * bx + ay * by_  # twice the square of the cosine of half the turn
        if half >= 2 / _MITRE**2 - 1e-3:
            found.append((round(x + by * (ax + bx) / half), round(y + by * (ay + by_) / half)))
        else:
            found += [
                (round(x + by * ax), round(y + by * ay)),
                (round(x + by * bx), round(y + by * by_)),
            ]
    return found


def _outward(a: Point, b: Point) -> tuple[float, float]:
    """The unit normal of a side of a clockwise polygon."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = hypot(dx, dy)
    return dy / length, -dx / length


def mirrored(path: str, size: Size) -> str:
    """The outline as its back shows it: left and right change places."""
    return moved(path, Transform(a=-1, e=size.width))
