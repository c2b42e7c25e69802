import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { addPullSecret } from './add-pull-secret.ts';

const secretsIn = (text: string) =>
  parseAllDocuments(addPullSecret(text, 'added')).map((document) => {
    expect(document.errors).toEqual([]);
    return document.toJS().image_pull_secrets;
  });

describe('addPullSecret', () => {
  it.each([
    ['no list', 'kind: pipeline\nname: a\n', ['added']],
    ['an indented file', '---\n  kind: pipeline\n  name: a\n', ['added']],
    ['a comment before', '# x\n\nkind: pipeline\n', ['added']],
    ['JSON', '{"kind": "pipeline", "name": "a"}', ['added']],
    ['a list in one line', 'kind: pipeline\nimage_pull_secrets: [a, b]\n', ['added', 'a', 'b']],
    ['an empty list', 'kind: pipeline\nimage_pull_secrets: [ ]\n', ['added']],
    ['a list of lines', 'kind: pipeline\nimage_pull_secrets:\n- a\n- b\n', ['added', 'a', 'b']],
    [
      'an indented list',
      'kind: pipeline\nimage_pull_secrets:\n    # x\n    - a\nsteps: []\n',
      ['added', 'a'],
    ],
  ])('%s', (_, text, expected) => {
    expect(secretsIn(text)).toEqual([expected]);
  });

  it('changes all pipelines and nothing else', () => {
    const text =
      'kind: pipeline\nname: a # $' +
      '{X}\n---\nkind: secret\nname: b\n---\nname: c\nkind: pipeline\n';
    expect(secretsIn(text)).toEqual([['added'], undefined, ['added']]);
    expect(addPullSecret(text, 'added').replaceAll('image_pull_secrets: [added]\n', '')).toBe(text);
  });

  it('does not change a list behind an alias', () => {
    const text = 'x: &list [a]\nkind: pipeline\nimage_pull_secrets: *list\n';
    expect(parse(addPullSecret(text, 'added')).image_pull_secrets).toEqual(['a']);
  });
});
