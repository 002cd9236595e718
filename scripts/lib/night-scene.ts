// The scene of a page's head at night: paper turns to moonlight, dark shapes stand out from the dark sky, and what is
// warm and bright glows on.

/** What white becomes, and what black becomes, as shares of red, green and blue. */
const MOONLIGHT = [0.6, 0.64, 0.84];
const SHADE = [0.11, 0.14, 0.27];
/** Red beyond blue: from the first share on a colour begins to glow, at the second it glows wholly. */
const GLOW = { from: 0.2, to: 0.9 };

/** @param svg with colours such as '#E4572E' or '#FFF' */
export function nightScene(svg: string): string {
  return svg.replace(/#([0-9a-f]{6}|[0-9a-f]{3})\b/gi, (_, hex: string) => nightColour(hex));
}

function nightColour(hex: string) {
  const digits = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex;
  const day = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255);
  const [red = 0, , blue = 0] = day;
  const glow = Math.min(1, Math.max(0, (red - blue - GLOW.from) / (GLOW.to - GLOW.from)));
  const night = day.map((share, channel) => {
    const shaded = share * (MOONLIGHT[channel] ?? 0) + (1 - share) * (SHADE[channel] ?? 0);
    return shaded + (share - shaded) * glow;
  });
  return `#${night
    .map((share) =>
      Math.round(share * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
