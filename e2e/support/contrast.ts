/** Returns the contrast of two CSS colours such as `rgb(255, 255, 0)`, 1 to 21, as WCAG 2 defines it. */
export function contrastOf(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminanceOf(a), luminanceOf(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminanceOf(css: string): number {
  const [red = 0, green = 0, blue = 0] = (css.match(/\d+/g) ?? []).slice(0, 3).map((part) => {
    const value = Number(part) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
