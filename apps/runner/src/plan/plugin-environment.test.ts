import { describe, expect, it } from 'vitest';
import { secretFinder } from './fill-secrets.ts';
import { pluginEnvironment } from './plugin-environment.ts';

const secretValue = secretFinder([{ name: 'token', data: 's3cret' }]);

describe('pluginEnvironment', () => {
  it.each([
    ['a text', 'octo/app', 'octo/app'],
    ['a text of several lines', 'a\nb\n', 'a\nb\n'],
    ['a number', 14, '14'],
    ['a flag', false, 'false'],
    ['zero', 0, '0'],
    ['a list', ['latest', 1, true, null], 'latest,1,true,'],
    ['a list with an empty first item', ['', 'a'], ',a'],
    ['a list with an empty last item', ['latest', ''], 'latest,'],
    ['a list of maps', [{ A: 'b' }, 'c'], '[{"A":"b"},"c"]'],
    ['a list of lists', [['a', 'b'], ['c']], '[["a","b"],["c"]]'],
    ['a map', { path: { to: 1 } }, '{"path":{"to":1}}'],
    ['a map with an empty value', { a: null }, '{"a":null}'],
    ['an empty map', {}, '{}'],
    ['a secret', { from_secret: 'token' }, 's3cret'],
    ['a missing secret', { from_secret: 'other' }, ''],
    ['secrets in a list', [{ from_secret: 'token' }, 'x'], 's3cret,x'],
    ['deeply nested secrets', { a: [{ b: { from_secret: 'token' } }] }, '{"a":[{"b":"s3cret"}]}'],
  ])('writes %s', (_, value, expected) => {
    expect(pluginEnvironment({ value }, secretValue)).toEqual({ PLUGIN_VALUE: expected });
  });

  it.each([
    ['null', null],
    ['an empty text', ''],
    ['an empty list', []],
    ['a list of one empty text', ['']],
  ])('does not set %s, so that the plugin uses its default', (_, value) => {
    expect(pluginEnvironment({ value }, secretValue)).toEqual({});
  });

  it.each([
    ['an output', { from_output: 'VERSION' }, '1.2'],
    ['outputs in a list', ['latest', { from_output: 'VERSION' }], 'latest,1.2'],
    ['nested outputs', { a: [{ b: { from_output: 'VERSION' } }] }, '{"a":[{"b":"1.2"}]}'],
    ['no output', { from_output: 'OTHER' }, undefined],
    ['a map with further keys', { from_output: 'a', b: 1 }, '{"from_output":"a","b":1}'],
  ])('writes %s', (_, value, expected) => {
    const outputs = new Map([['VERSION', '1.2']]);
    const written = pluginEnvironment({ value }, secretValue, (name) => outputs.get(name));
    expect(written).toEqual(expected === undefined ? {} : { PLUGIN_VALUE: expected });
  });

  it('converts names to variable names', () => {
    const settings = { 'build-args': 1, dry_run: 2, REPO: 3 };
    expect(Object.keys(pluginEnvironment(settings, secretValue))).toEqual([
      'PLUGIN_BUILD_ARGS',
      'PLUGIN_DRY_RUN',
      'PLUGIN_REPO',
    ]);
  });
});
