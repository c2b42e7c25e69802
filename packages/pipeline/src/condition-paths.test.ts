import { describe, expect, it } from 'vitest';
import { matchConditions } from './conditions.ts';

describe('the paths condition', () => {
  it.each([
    ['one changed path matches', ['docs/a.md', 'src/a.ts'], true],
    ['no changed path matches', ['docs/a.md', 'README.md'], false],
    ['nothing changed', [], false],
    ['the changed paths are unknown', undefined, true],
  ])('when %s', (_, paths, expected) => {
    const conditions = { paths: { include: ['**/*.ts', 'README.md'], exclude: ['*.md'] } };
    expect(matchConditions([conditions], { paths })).toBe(expected);
  });
});
