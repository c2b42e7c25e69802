/** Values for the light and the dark theme. */
export interface Themed<Value> {
  light: Value;
  dark: Value;
}

const themed = (light: string, dark: string): Themed<string> => ({ light, dark });

/** Background of the console, as in tokens.css. */
export const surface = themed('#fafbfb', '#0b0e10');
export const text = themed('#1f272b', '#d3dadd');

/** The 16 colours for text on the console, with a value for each theme. */
export const textColors: readonly Themed<string>[] = [
  themed('#1b1f23', '#7d8890'),
  themed('#b3261e', '#ff7b72'),
  themed('#116329', '#4cc263'),
  themed('#7d5a00', '#d9a62e'),
  themed('#0a56c2', '#6cb0ff'),
  themed('#8434b0', '#d2a8ff'),
  themed('#0b6b70', '#4fd1d0'),
  themed('#5c666d', '#b6c0c6'),
  themed('#5f6b71', '#8b969e'),
  themed('#cf222e', '#ffa198'),
  themed('#1a7035', '#6fdd8b'),
  themed('#805700', '#e9c46a'),
  themed('#0969da', '#a5d0ff'),
  themed('#9a37c2', '#e2c5ff'),
  themed('#0b7177', '#8ae6e4'),
  themed('#12181b', '#f2f5f6'),
];

/** The 16 colours for backgrounds, equal in both themes. */
export const backgroundColors: readonly string[] = [
  '#1b1f23',
  '#b3261e',
  '#1a7035',
  '#7d5a00',
  '#0a56c2',
  '#8434b0',
  '#0b6b70',
  '#d5dbdd',
  '#5f6b71',
  '#cf222e',
  '#1a7f37',
  '#805700',
  '#0969da',
  '#9a37c2',
  '#0b7177',
  '#ffffff',
];

/** Indexes of black, white and greys, which programs use for contrast on a coloured background. */
export const neutralColors: ReadonlySet<number> = new Set([0, 7, 8, 15]);
