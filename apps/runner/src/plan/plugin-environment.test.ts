import { describe, expect, it } from 'vitest';
import { pluginEnvironment } from './plugin-environment.ts';

const secrets = [{ name: 'token', data: 's3cret' }];

describe('pluginEnvironment', () => {
  it.each([
    ['a text', 'octo/app', 'octo/app'],
    ['a number', 14, '14'],
    ['a flag', false, 'false'],
    ['nothing', null, ''],
    ['a list', ['latest', 1, true, null], 'latest,1,true,'],
    ['a list of maps', [{ A: 'b' }, 'c'], '[{"A":"b"},"c"]'],
    ['a map', { path: { to: 1 } }, '{"path":{"to":1}}'],
    ['a secret', { from_secret: 'token' }, 's3cret'],
    ['a secret that is not there', { from_secret: 'other' }, ''],
    ['secrets inside', [{ from_secret: 'token' }, 'x'], 's3cret,x'],
    ['secrets deeper inside', { a: [{ b: { from_secret: 'token' } }] }, '{"a":[{"b":"s3cret"}]}'],
  ])('writes %s', (_, value, expected) => {
    expect(pluginEnvironment({ value }, secrets)).toEqual({ PLUGIN_VALUE: expected });
  });

  it('writes names as variables', () => {
    expect(Object.keys(pluginEnvironment({ 'build-args': 1, dry_run: 2, REPO: 3 }, []))).toEqual([
      'PLUGIN_BUILD_ARGS',
      'PLUGIN_DRY_RUN',
      'PLUGIN_REPO',
    ]);
  });
});
