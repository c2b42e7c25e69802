import type { ShownStatus } from '../../domain-ui/shown-status.ts';
import { statusShape } from '../../domain-ui/status-shape.ts';

const colours = {
  check: '#1a7f37',
  cross: '#cf222e',
  dash: '#57606a',
  spinner: '#0b7285',
  minus: '#57606a',
  mark: '#b54708',
  start: '#0b7285',
} as const;
const marks = {
  check: '<path d="m8 16.500 5.500 5.500L24 10.500"/>',
  cross: '<path d="m10 10 12 12m0-12L10 22"/>',
  dash: '<path d="M9 16h14"/>',
  spinner: '<path d="M16 9v7l5 3"/>',
  minus: '<path d="M9 16h14"/>',
  mark: '<path d="M16 8v10m0 5v.1"/>',
  start: '<path d="M13 10v12l9-6z"/>',
} as const;

/** Returns the favicon for a status as a data URL. */
export function statusFavicon(status: ShownStatus): string {
  const shape = statusShape[status];
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="15" fill="${colours[shape]}"/><g fill="none" stroke="#fff" stroke-width="3.500" stroke-linecap="round" stroke-linejoin="round">${marks[shape]}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
