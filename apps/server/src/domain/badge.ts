import type { Status } from '@millrace/contract/vocabulary';

/** Text of a badge. `none` also stands for builds that the viewer may not see. */
type BadgeLabel = 'started' | 'success' | 'error' | 'none' | 'failure';

const styles: Record<BadgeLabel, { color: string; width: number }> = {
  started: { color: '#dfb317', width: 87 },
  success: { color: '#4c1', width: 91 },
  error: { color: '#9f9f9f', width: 76 },
  none: { color: '#9f9f9f', width: 75 },
  failure: { color: '#e05d44', width: 83 },
};
const leftWidth = 37;

/** Returns the badge as SVG for the status of a build; without a status, the badge for no build. */
export function badgeSvg(status: Status | undefined): string {
  const label = labelOf(status);
  const { color, width } = styles[label];
  const rightWidth = width - leftWidth;
  const words = [
    ...renderText('build', leftWidth / 2 + 0.5),
    ...renderText(label, leftWidth + rightWidth / 2 - 0.5),
  ].join('');
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" role="img" aria-label="build: ${label}">`,
    `<title>build: ${label}</title>`,
    '<linearGradient id="s" x2="0" y2="100%"><stop offset="0" stop-color="#bbb" stop-opacity=".1"/><stop offset="1" stop-opacity=".1"/></linearGradient>',
    `<clipPath id="r"><rect width="${width}" height="20" rx="3" fill="#fff"/></clipPath>`,
    `<g clip-path="url(#r)"><rect width="${leftWidth}" height="20" fill="#555"/>`,
    `<rect x="${leftWidth}" width="${rightWidth}" height="20" fill="${color}"/>`,
    `<rect width="${width}" height="20" fill="url(#s)"/></g>`,
    '<g fill="#fff" text-anchor="middle" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">',
    `${words}</g></svg>\n`,
  ].join('');
}

/** Renders a text with its shadow. */
function renderText(text: string, x: number): string[] {
  return [
    `<text x="${x}" y="15" fill="#010101" fill-opacity=".3" aria-hidden="true">${text}</text>`,
    `<text x="${x}" y="14">${text}</text>`,
  ];
}

function labelOf(status: Status | undefined): BadgeLabel {
  switch (status) {
    case undefined:
      return 'none';
    case 'pending':
    case 'running':
    case 'blocked':
      return 'started';
    case 'success':
    case 'error':
      return status;
    default:
      return 'failure';
  }
}
