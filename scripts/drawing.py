"""Pictures of win rates, as SVG: heat maps and curves."""

# From worst to best, so that darker is better, also in grey.
PALE, DARK = (255, 247, 214), (20, 60, 110)


def head(width, height, title):
    """The start of a picture on white."""
    return [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="sans-serif" font-size="12">',
        f"<title>{title}</title>",
        f'<path fill="#fff" d="M0 0h{width}v{height}H0z"/>',
    ]


def heat(rates, title):
    """A map of rates by (column, row): the darker, the better. Cells of one colour are one path."""
    columns, rows = (1 + max(cell[axis] for cell in rates) for axis in (0, 1))
    worst, best = min(rates.values()), max(rates.values())
    side = 16
    shades = {}
    for cell in sorted(rates):
        # 32 shades: more than can be told apart.
        shade = round(31 * (rates[cell] - worst) / (best - worst)) if best > worst else 31
        shades.setdefault(shade, []).append(cell)
    width, height = max(columns * side + 20, 260), rows * side + 50
    drawn = head(width, height, title) + [f'<text x="10" y="16">{title}</text>']
    for shade, cells in sorted(shades.items()):
        colour = "#" + "".join(f"{round(p + (d - p) * shade / 31):02x}" for p, d in zip(PALE, DARK))
        path = "".join(f"M{10 + side * x} {24 + side * y}h{side}v{side}h-{side}z" for x, y in cells)
        drawn.append(f'<path fill="{colour}" d="{path}"/>')
    drawn.append(f'<text x="10" y="{height - 10}">{100 * worst:.2f} % to {100 * best:.2f} %</text></svg>')
    return "\n".join(drawn) + "\n"


def curves(lines, title, across, up):
    """Curves with their intervals. `lines`: name and points (x, rate, low, high), x from 0 to 1."""
    left, top, wide, tall = 60, 40, 480, 300
    drawn = head(left + wide + 30, top + tall + 60, title) + [f'<text x="{left}" y="24">{title}</text>']

    def at(x, rate):
        return f"{left + wide * x:.1f} {top + tall * (1 - rate):.1f}"

    for step in range(0, 11, 2):
        part = step / 10
        drawn.append(f'<path stroke="#ddd" fill="none" d="M{at(0, part)}H{left + wide}M{at(part, 0)}V{top}"/>')
        y = top + tall * (1 - part) + 4
        drawn.append(f'<text x="{left - 8}" y="{y:.0f}" text-anchor="end">{100 * part:.0f} %</text>')
        x = left + wide * part
        drawn.append(f'<text x="{x:.0f}" y="{top + tall + 18}" text-anchor="middle">{100 * part:.0f} %</text>')
    colours = ("#b03030", "#c08000", "#2060b0", "#207040")
    for place, (colour, (name, points)) in enumerate(zip(colours, lines)):
        line = "L".join(at(x, rate) for x, rate, _, _ in points)
        bars = "".join(f"M{at(x, low)}L{at(x, high)}" for x, _, low, high in points)
        drawn.append(f'<path fill="none" stroke="{colour}" stroke-width="2" d="M{line}"/>')
        drawn.append(f'<path stroke="{colour}" d="{bars}"/>')
        y = top + 16 + 18 * place
        drawn.append(f'<path stroke="{colour}" stroke-width="2" d="M{left + 170} {y - 4}h24"/>')
        drawn.append(f'<text x="{left + 200}" y="{y}">{name}</text>')
    drawn.append(f'<text x="{left + wide / 2:.0f}" y="{top + tall + 44}" text-anchor="middle">{across}</text>')
    middle = top + tall / 2
    drawn.append(
        f'<text x="14" y="{middle:.0f}" text-anchor="middle" transform="rotate(-90 14 {middle:.0f})">{up}</text></svg>'
    )
    return "\n".join(drawn) + "\n"
