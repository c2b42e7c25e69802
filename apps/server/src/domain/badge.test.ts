import { describe, expect, it } from 'vitest';
import { badgeSvg } from './badge.ts';

describe('badgeSvg', () => {
  it.each([
    ['pending', 'started', '#dfb317', 87],
    ['running', 'started', '#dfb317', 87],
    ['blocked', 'started', '#dfb317', 87],
    ['success', 'success', '#4c1', 91],
    ['error', 'error', '#9f9f9f', 76],
    ['failure', 'failure', '#e05d44', 83],
    ['killed', 'failure', '#e05d44', 83],
    ['declined', 'failure', '#e05d44', 83],
    [undefined, 'none', '#9f9f9f', 75],
  ] as const)('shows %s as %s', (status, label, color, width) => {
    const svg = badgeSvg(status);
    expect(svg).toContain(`width="${width}" height="20" role="img" aria-label="build: ${label}"`);
    expect(svg).toContain(`<rect x="37" width="${width - 37}" height="20" fill="${color}"/>`);
    expect(svg).toContain(`y="14">${label}</text>`);
  });
});
