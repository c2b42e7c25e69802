import { describe, expect, it } from 'vitest';
import { matchConditions } from './conditions.ts';
import { matchPathGlob } from './match-glob.ts';

describe('matchPathGlob', () => {
  it.each([
    ['**/*.go', 'main.go', true],
    ['**/*.go', 'a/b/main.go', true],
    ['*.go', 'a/main.go', false],
    ['docs/**', 'docs/a/b.md', true],
    ['docs/*', 'docs/a/b.md', false],
    ['go.mod', 'go.mod', true],
    ['a/**/z', 'a/z', true],
    ['a/**/z', 'a/b/c/z', true],
  ])('%s on %s: %s', (pattern, path, expected) => {
    expect(matchPathGlob(pattern, path)).toBe(expected);
  });
});

describe('the condition on paths', () => {
  it.each([
    ['one of them counts', ['docs/a.md', 'src/a.ts'], true],
    ['none counts', ['docs/a.md', 'README.md'], false],
    ['nothing changed', [], false],
    ['it is not known what changed', undefined, true],
  ])('when %s', (_, paths, expected) => {
    const conditions = { paths: { include: ['**/*.ts', 'README.md'], exclude: ['*.md'] } };
    expect(matchConditions(conditions, { paths })).toBe(expected);
  });
});
