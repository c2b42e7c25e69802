import { expect, test } from 'vitest';
import { buildWords, failureWords, hasWords, wordsOf } from './build-words.ts';

test.each([
  ['letters and digits', 'Fix the build of v1.2', ['fix', 'the', 'build', 'of', 'v1', '2']],
  ['repeated words once', 'Retry, retry; RETRY', ['retry']],
  [
    'parts of names',
    'snake_case kebab-case path/to.ts',
    ['snake', 'case', 'kebab', 'path', 'to', 'ts'],
  ],
  ['letters with diacritics', 'Größe naïve Ångström', ['größe', 'naïve', 'ångström']],
  ['combining marks', 'nai\u0308ve', ['naïve']],
  ['Greek and Cyrillic', 'ΛΌΓΟΣ Сборка', ['λόγος', 'сборка']],
  ['Chinese', '修复构建', ['修', '复', '构', '建']],
  ['Japanese with Latin', 'ビルドを直すCI', ['ビ', 'ル', 'ド', 'を', '直', 'す', 'ci']],
  ['Korean, split at spaces', '빌드 수정', ['빌드', '수정']],
  ['full-width characters', 'ＡＢＣ１２３', ['abc123']],
  ['only punctuation', '%_\\"\'* 💥 --', []],
  ['an unpaired surrogate', '\ud83d broken', ['broken']],
  ['nothing', '', []],
])('%s: %s', (_, text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test('splits a word that is too long, in the index and in the query', () => {
  const long = 'x'.repeat(150);
  expect(wordsOf(long)).toEqual(['x'.repeat(64), 'x'.repeat(22)]);
  expect(hasWords({ after: '', message: long }, wordsOf(long.slice(0, 100)))).toBe(true);
});

const build = { after: 'C0FFEE12', title: 'Add words', message: 'Add words\n\nThey find builds.' };

test('reads the search terms of a build from its commit hash, title and message', () => {
  expect(buildWords(build)).toEqual(['c0ffee12', 'add', 'words', 'they', 'find', 'builds']);
});

test('adds at most a hundred terms for a long message', () => {
  const message = Array.from({ length: 5000 }, (_, index) => `word${index}`).join(' ');
  const words = buildWords({ ...build, message });
  expect([words.length, words[0], words[1]]).toEqual([100, 'c0ffee12', 'add']);
});

test.each([
  ['words in any order', 'builds add', true],
  ['prefixes of words', 'bui wor', true],
  ['a prefix of the hash', 'c0ff', true],
  ['no suffix of a word', 'ords', false],
  ['only if all words match', 'add nothing', false],
])('a build is found by %s', (_, text, isFound) => {
  expect(hasWords(build, wordsOf(text))).toBe(isFound);
});

test('reads only the first 16,384 characters of a text', () => {
  expect(wordsOf(`${'.'.repeat(16_380)} end late`)).toEqual(['end']);
  expect(failureWords(`first ${'.'.repeat(20_000)} late`)).toEqual(['!first']);
});
