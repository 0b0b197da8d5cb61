// Draws a curve as SVG, with a logarithmic x axis where the points ask for one.
const size = { width: 640, height: 320, left: 70, right: 20, top: 40, bottom: 50 };

/** @param points pairs of x and y, in the order of x */
export function curvePicture({ title, xLabel, yLabel, points }) {
  const xs = points.map(([x]) => x);
  const logarithmic = xs[0] > 0 && xs.at(-1) / xs[0] > 20;
  const scale = (x) => (logarithmic ? Math.log(x) : x);
  const [first, last] = [scale(xs[0]), scale(xs.at(-1))];
  const top = niceCeiling(Math.max(...points.map(([, y]) => y)));
  const plot = { width: size.width - size.left - size.right, height: size.height - size.top - size.bottom };
  const at = ([x, y]) => [size.left + ((scale(x) - first) / (last - first)) * plot.width, size.top + plot.height - (y / top) * plot.height];
  const round = (number) => Math.round(number * 10) / 10;
  const yTicks = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const [, y] = at([xs[0], top * share]);
    return `<line x1="${size.left}" y1="${round(y)}" x2="${size.width - size.right}" y2="${round(y)}" stroke="#ddd"/><text x="${size.left - 8}" y="${round(y) + 4}" text-anchor="end">${round(top * share * 100) / 100}</text>`;
  });
  const xTicks = points.map(
    (point) => `<text x="${round(at(point)[0])}" y="${size.height - size.bottom + 18}" text-anchor="middle">${point[0]}</text>`,
  );
  const dots = points.map((point) => `<circle cx="${round(at(point)[0])}" cy="${round(at(point)[1])}" r="4" fill="#2563eb"/>`);
  const line = points.map((point) => at(point).map(round).join(',')).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${size.height}" font-family="sans-serif" font-size="12" role="img" aria-label="${title}">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${size.left}" y="22" font-size="14" font-weight="bold">${title}</text>
${yTicks.join('\n')}
${xTicks.join('\n')}
<text x="${size.left + plot.width / 2}" y="${size.height - 10}" text-anchor="middle">${xLabel}</text>
<text x="14" y="${size.top + plot.height / 2}" text-anchor="middle" transform="rotate(-90 14 ${size.top + plot.height / 2})">${yLabel}</text>
<polyline points="${line}" fill="none" stroke="#2563eb" stroke-width="2"/>
${dots.join('\n')}
</svg>
`;
}

/** The next larger number of 1, 2, 4, 5 or 8 times a power of ten. */
function niceCeiling(number) {
  const power = 10 ** Math.floor(Math.log10(number));
  return [1, 2, 4, 5, 8, 10].find((digit) => digit * power >= number) * power;
}
