import { describe, expect, it } from 'vitest';
import { matchConditions } from './conditions.ts';

describe('the paths condition', () => {
  it.each([
    ['one of them counts', ['docs/a.md', 'src/a.ts'], true],
    ['none counts', ['docs/a.md', 'README.md'], false],
    ['nothing changed', [], false],
    ['the changed paths are unknown', undefined, true],
  ])('when %s', (_, paths, expected) => {
    const conditions = { paths: { include: ['**/*.ts', 'README.md'], exclude: ['*.md'] } };
    expect(matchConditions(conditions, { paths })).toBe(expected);
  });
});
