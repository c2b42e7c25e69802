type Rgb = readonly [number, number, number];

/** Pure black: text in a lighter black would be unreadable on a medium grey. */
const black = '#000000';
const white = '#ffffff';
/** Iterations of the binary search. Eight reach the precision of a colour channel. */
const halvings = 8;

/** Returns the contrast ratio of two colours, 1 to 21, as defined by WCAG 2. */
export function contrastOf(a: string, b: string): number {
  const [low = 0, high = 0] = [luminanceOf(a), luminanceOf(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

/** Returns black or white, whichever has more contrast on a background. */
export function neutralOn(background: string): string {
  return contrastOf(black, background) > contrastOf(white, background) ? black : white;
}

/** Moves a colour towards black or white until it has the minimum contrast to the background. */
export function readableOn(background: string, color: string, minContrast: number): string {
  if (contrastOf(color, background) >= minContrast) return color;
  const end = neutralOn(background);
  let near = 0;
  let far = 1;
  for (let step = 0; step < halvings; step++) {
    const middle = (near + far) / 2;
    if (contrastOf(mix(color, end, middle), background) >= minContrast) far = middle;
    else near = middle;
  }
  return mix(color, end, far);
}

/** @param share Share of the second colour, 0 to 1. */
export function mix(from: string, to: string, share: number): string {
  const end = partsOf(to);
  return toHex(partsOf(from).map((part, at) => Math.round(part + ((end[at] ?? 0) - part) * share)));
}

export function toHex(parts: readonly number[]): string {
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

function partsOf(hex: string): Rgb {
  const bits = Number.parseInt(hex.slice(1), 16);
  return [bits >> 16, (bits >> 8) & 255, bits & 255];
}

function luminanceOf(hex: string): number {
  const [red, green, blue] = partsOf(hex).map((part) => {
    const value = part / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
