export type ArtifactPreview = 'image' | 'page' | 'text';

const images: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/svg+xml',
  'image/webp',
  'image/x-icon',
]);
const texts: ReadonlySet<string> = new Set([
  'application/javascript',
  'application/json',
  'application/sql',
  'application/toml',
  'application/x-sh',
  'application/xhtml+xml',
  'application/xml',
]);

/** Returns how the browser can display a file of this type; undefined if it cannot. */
export function findArtifactPreview(type: string): ArtifactPreview | undefined {
  if (type === 'text/html') return 'page';
  if (images.has(type)) return 'image';
  const isText = type.startsWith('text/') || texts.has(type) || /\+(json|xml|yaml)$/.test(type);
  return isText ? 'text' : undefined;
}
