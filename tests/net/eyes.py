"""What a person sees of a net: corners, lines, whether an outline crosses itself; its size
beside a paper, and all of it as text.
"""

from __future__ import annotations

from itertools import pairwise

from pnp.assets.paths import bezier, segments
from pnp.net import Net
from pnp.units.geometry import Rect, Size

Point = tuple[float, float]


def corners(path: str, steps: int = 6) -> list[Point]:
    """The points along a closed path, curves in steps; the first is not repeated.

    It has to be one subpath that closes.
    """
    assert path.count("M") == 1 and path.endswith("Z")
    found: list[Point] = []
    x = y = 0
    for command, v in segments(path):
        if command == "C":
            found += [
                (bezier(i / steps, x, v[0], v[2], v[4]), bezier(i / steps, y, v[1], v[3], v[5]))
                for i in range(1, steps)
            ]
        if v:
            x, y = v[-2:]
            found.append((x, y))
    if found[0] == found[-1]:
        found.pop()
    return found


def crossings(path: str) -> list[tuple[Point, Point]]:
    """Pairs of sides of a closed path that meet elsewhere than at the corner that they share;
    also sides without length.
    """
    points = corners(path)
    sides = [*pairwise(points), (points[-1], points[0])]
    bad = [side for side in sides if side[0] == side[1]]
    for i, (a, b) in enumerate(sides):
        for j in range(i + 1, len(sides)):
            c, d = sides[j]
            if j in (i + 1, i - 1 + len(sides) * (i == 0)):
                continue
            if max(a[0], b[0]) < min(c[0], d[0]) or max(c[0], d[0]) < min(a[0], b[0]):
                continue
            if (
                _side(a, b, c) * _side(a, b, d) <= 0
                and _side(c, d, a) * _side(c, d, b) <= 0
                and _reach(a, b, c, d)
            ):
                bad.append((a, c))
    return bad


def _side(a: Point, b: Point, p: Point) -> float:
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def _reach(a: Point, b: Point, c: Point, d: Point) -> bool:
    return max(a[1], b[1]) >= min(c[1], d[1]) and max(c[1], d[1]) >= min(a[1], b[1])


def area(path: str) -> float:
    """The area inside a closed path, positive when it runs clockwise on paper."""
    points = corners(path, 40)
    return (
        sum(a[0] * b[1] - b[0] * a[1] for a, b in [*pairwise(points), (points[-1], points[0])]) / 2
    )


def inside(path: str, at: Point) -> bool:
    """Whether a point lies inside a closed path."""
    x, y = at
    points = corners(path)
    odd = False
    for (ax, ay), (bx, by) in [*pairwise(points), (points[-1], points[0])]:
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            odd = not odd
    return odd


def crease(path: str) -> tuple[int, int, int, int]:
    """The two ends of a crease."""
    (_, a), (_, b) = segments(path)
    return (*a, *b)


def on_edge(line: tuple[int, int, int, int], rect: Rect) -> bool:
    """Whether an upright or level line lies on one edge of a rectangle."""
    x0, y0, x1, y1 = line
    low, high = min(x0, x1), max(x0, x1)
    top, bottom = min(y0, y1), max(y0, y1)
    if x0 == x1:
        return x0 in (rect.x, rect.right) and rect.y <= top and bottom <= rect.bottom
    return y0 in (rect.y, rect.bottom) and rect.x <= low and high <= rect.right


def fits(net: Net, paper: Size, margin: int) -> bool:
    """Whether the net lies whole inside the printable area of a paper, upright or on its side.

    `margin` is the unprintable edge in µm.
    """
    width, height = paper.width - 2 * margin, paper.height - 2 * margin
    across, down = net.size
    return (across <= width and down <= height) or (across <= height and down <= width)


def dump(net: Net) -> str:
    """The net as readable text, one line a part: what golden files hold."""
    lines = [f"net {net.size.width} {net.size.height}"]
    lines += [
        f"  panel {name} {area.x} {area.y} {area.width} {area.height} turn {turn}"
        for name, area, turn in net.panels
    ]
    lines += [f"  flap {name} {outline}" for name, outline in net.flaps]
    lines += [f"  cut {path}" for path in net.cuts]
    lines += [f"  crease {path}" for path in net.creases]
    lines += [f"  glue {path}" for path in net.glue]
    lines += [f"  note {note}" for note in net.notes]
    return "\n".join(lines) + "\n"
