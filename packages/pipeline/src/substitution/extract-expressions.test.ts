import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TextUse } from '../yaml/yaml-reader.ts';
import { extractExpressions, type Values } from './extract-expressions.ts';

function substitute(source: string, values: Values, use: TextUse = 'value'): string {
  const { text, fill } = extractExpressions(source);
  return fill(text, values, use);
}

const values = {
  DRONE_TAG: 'v1.2.3',
  DRONE_COMMIT_SHA: '6fb3cdd5ff3cd32d75f0bae71c8f0f7d2e8a9c01',
  DRONE_COMMIT_BRANCH: 'feature/a/b',
  DRONE_DEPLOY_TO: 'eu-west-1',
  NAME: 'millRace',
  EMPTY: '',
};

describe('the replacement of an expression', () => {
  // Results of envsubst 1.0.3, which existing runners use.
  it.each([
    ['$DRONE_TAG and $(date)', '$DRONE_TAG and $(date)'],
    ['${DRONE_TAG}', 'v1.2.3'],
    ['app:${DRONE_TAG}-x', 'app:v1.2.3-x'],
    ['${UNKNOWN}', ''],
    ['${toString}', ''],
    ['$${DRONE_TAG}', '${DRONE_TAG}'],
    ['${DRONE_TAG}$${DRONE_TAG}${DRONE_TAG}', 'v1.2.3${DRONE_TAG}v1.2.3'],
    ['${DRONE_COMMIT_SHA:0:8}', '6fb3cdd5'],
    ['${DRONE_TAG:1}', '1.2.3'],
    ['${DRONE_TAG:9:3}', ''],
    ['${DRONE_TAG:x}', 'v1.2.3'],
    ['${DRONE_TAG:2:x}', 'v1.2.3'],
    ['${DRONE_TAG:2:99}', '.2.3'],
    ['${#DRONE_TAG}', '6'],
    ['${DRONE_TAG#v}', '1.2.3'],
    ['${DRONE_TAG##v}', '1.2.3'],
    ['${DRONE_TAG#*.}', '2.3'],
    ['${DRONE_TAG##*.}', '3'],
    ['${DRONE_TAG%.*}', 'v1.2'],
    ['${DRONE_TAG%%.*}', 'v1'],
    ['${DRONE_TAG%x}', 'v1.2.3'],
    ['${DRONE_COMMIT_BRANCH##*/}', 'b'],
    ['${DRONE_COMMIT_BRANCH%%/*}', 'feature'],
    ['${DRONE_COMMIT_BRANCH#[a-g]}', 'eature/a/b'],
    ['${DRONE_COMMIT_BRANCH#[^a-g]}', 'feature/a/b'],
    ['${DRONE_COMMIT_BRANCH#?}', 'eature/a/b'],
    ['${DRONE_COMMIT_BRANCH#[}', 'feature/a/b'],
    ['${DRONE_COMMIT_BRANCH/\\//_}', 'feature_a/b'],
    ['${DRONE_COMMIT_BRANCH/\\\\//_}', 'feature/a/b'],
    ['${DRONE_COMMIT_BRANCH//\\//-}', 'feature-a-b'],
    ['${DRONE_COMMIT_BRANCH//\\//}', 'featureab'],
    ['${DRONE_DEPLOY_TO/-/_}', 'eu_west-1'],
    ['${DRONE_DEPLOY_TO//-/_}', 'eu_west_1'],
    ['${DRONE_DEPLOY_TO//-/}', 'euwest1'],
    ['${DRONE_DEPLOY_TO/#eu/us}', 'us-west-1'],
    ['${DRONE_DEPLOY_TO/%-1/-2}', 'eu-west-2'],
    ['${DRONE_DEPLOY_TO/#west/x}', 'eu-west-1'],
    ['${DRONE_DEPLOY_TO/#eu-/}', 'eu-west-1'],
    ['${DRONE_DEPLOY_TO/%-1/}', 'eu-west-1'],
    ['${NAME^}', 'MillRace'],
    ['${NAME^^}', 'MILLRACE'],
    ['${DRONE_TAG,}', 'v1.2.3'],
    ['${NAME,,}', 'millrace'],
    ['${EMPTY:-latest}', 'latest'],
    ['${UNKNOWN=latest}', 'latest'],
    ['${UNKNOWN:=latest}', 'latest'],
    ['${DRONE_TAG:-latest}', 'v1.2.3'],
    ['${EMPTY:+none}', 'none'],
    ['${DRONE_TAG:+none}', 'v1.2.3'],
    ['${EMPTY:?none}', 'none'],
    ['${EMPTY:-$$}', '$$'],
    ['${EMPTY:-a${NAME}b${DRONE_TAG}}', 'amillRacebv1.2.3'],
    ['${UNKNOWN:---next-tag unreleased}', '--next-tag unreleased'],
    ['${UNKNOWN:-${NAME}}', 'millRace'],
    ['$$DRONE_TAG', '$DRONE_TAG'],
    ['$$(cat .semver)', '$(cat .semver)'],
    ['a $$ b', 'a $ b'],
    ['$$$', '$$'],
    ['$$$$', '$$'],
    ['$$$${DRONE_TAG}', '$${DRONE_TAG}'],
    ['$$$$${DRONE_TAG}', '$$v1.2.3'],
    ['a\\\\b', 'a\\b'],
    ['s/\\//-/', 's///-/'],
    ['\\\\\\\\.\\\\pipe\\\\x', '\\\\.\\pipe\\x'],
    ['C:\\dir', 'C:\\dir'],
    ['{{ build.number }}', '{{ build.number }}'],
  ])('%s', (text, expected) => {
    expect(substitute(text, values)).toBe(expected);
  });

  // Existing runners fail the stage with an error at these.
  it.each([
    ['${UNKNOWN-latest}', 'latest'],
    ['${array[@]}', '${array[@]}'],
    ['${!indirect}', '${!indirect}'],
    ['${unclosed', '${unclosed'],
    ['${}', '${}'],
    ['${{ name }}', '${{ name }}'],
    ['${a.b} ${NAME}', '${a.b} millRace'],
  ])('%s, as far as possible', (text, expected) => {
    expect(substitute(text, values)).toBe(expected);
  });

  it.each([
    ['echo ${TOKEN} ${#TOKEN} ${TOKEN:-x}', 'echo ${TOKEN} ${#TOKEN} ${TOKEN:-x}'],
    ['echo $${DRONE_TAG} ${DRONE_TAG}', 'echo ${DRONE_TAG} v1.2.3'],
    ['echo ${DRONE_PULL_REQUEST} ${CI_X}', 'echo  '],
    ['echo ${DRONE_PULL_REQUEST:-none}', 'echo none'],
  ])('leaves shell variables in a command unchanged: %s', (text, expected) => {
    expect(substitute(text, values, 'command')).toBe(expected);
  });

  it('inserts values unchanged', () => {
    expect(substitute('${A}', { A: '${B} $& $1', B: 'no' })).toBe('${B} $& $1');
    expect(substitute('${B/x/$&}', { B: 'x' })).toBe('$&');
  });

  it('terminates on long values, whatever the pattern', () => {
    const long = { A: 'a'.repeat(100_000) };
    const source = ['${A##', '*a'.repeat(50), 'b}'].join('');
    expect(substitute(source, long)).toBe(long.A);
  });

  it('returns texts without an expression unchanged and never throws', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        if (!/[$\\]/.test(text)) expect(substitute(text, values)).toBe(text);
      }),
    );
    const piece = fc.constantFrom('${', '}', '$', 'NAME', '#', '%', '/', ':', '-', '^', '1', '\\');
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(typeof substitute(pieces.join(''), values)).toBe('string');
      }),
    );
  });
});
