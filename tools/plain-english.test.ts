import { describe, expect, it } from 'vitest';
import { findIdioms } from './plain-english.ts';

const found = (text: string) => findIdioms(text).map(({ line, text }) => `${line}: ${text}`);

describe('findIdioms', () => {
  it.each([
    ['/** What a step left. */', '1: /** What'],
    ['/**\n * Those that wait.\n */', '1: /** * Those'],
    ['{/* Who may read. */}', '1: {/* Who'],
    ['// Where lines are stored.', '1: // Where'],
    ['# All that follows', '1: # All that'],
    ['/** The server is\n * told later. */', '1: is * told'],
    ["throw new Error('Not the bytes that were said');", '1: that were said'],
    ['\nIt starts anew.', '2: anew'],
  ])('finds the idiom in %j', (text, finding) => {
    expect(found(text)).toEqual([finding]);
  });

  it.each([
    '/** Returns what the step wrote. */',
    '// First line\n// of a comment. Where a word starts a sentence inside, it passes.',
    "const url = 'https://What.example.com'; // lists whatever is stored",
    'const amended = recommend(untold);',
  ])('accepts %j', (text) => {
    expect(found(text)).toEqual([]);
  });
});
