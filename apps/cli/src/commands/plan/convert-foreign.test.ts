import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { convertForeign } from './convert-foreign.ts';

const workflow = `on: push
permissions: write-all
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: acme/setup@v1
      - run: make test
`;

describe('convertForeign', () => {
  let written = '';
  beforeEach(() => {
    written = '';
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written += text;
      return true;
    });
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('prints each note with its line, and the share of steps', () => {
    expect(convertForeign('.github/workflows/ci.yml', workflow)).toContain('- make test');
    expect(written).toContain('line 2: Not converted: permissions: write-all, because');
    expect(written).toContain('line 8: Not converted: the action acme/setup@v1, because');
    expect(written).toMatch(/\n2 of 3 steps carried over\n$/);
  });

  it('leaves pipeline files and scripts alone', () => {
    expect(convertForeign('a.yml', 'kind: pipeline\nname: a\n')).toBeUndefined();
    expect(convertForeign('a.jsonnet', "{ kind: 'pipeline' }")).toBeUndefined();
    expect(written).toBe('');
  });

  it('names the file that it cannot read', () => {
    const path = '.gitlab-ci.yml';
    expect(() => convertForeign(path, 'a: [')).toThrow(
      /^\.gitlab-ci\.yml: (?:line \d+: )?not valid YAML/,
    );
  });
});
