import { describe, expect, it } from 'vitest';
import { parseImageName } from './image-name.ts';

describe('parseImageName', () => {
  it.each([
    ['alpine', 'docker.io', true, 'alpine:latest'],
    ['alpine:latest', 'docker.io', true, 'alpine:latest'],
    ['alpine:3.20', 'docker.io', false, 'alpine:3.20'],
    ['plugins/docker', 'docker.io', true, 'plugins/docker:latest'],
    ['localhost/a', 'localhost', true, 'localhost/a:latest'],
    ['localhost:5000/a', 'localhost:5000', true, 'localhost:5000/a:latest'],
    ['ghcr.io/octo/app:v1', 'ghcr.io', false, 'ghcr.io/octo/app:v1'],
    ['octo/app@sha256:abc', 'docker.io', false, 'octo/app@sha256:abc'],
    ['octo/app:latest@sha256:abc', 'docker.io', false, 'octo/app:latest@sha256:abc'],
  ])('%s', (name, registry, isLatest, full) => {
    expect(parseImageName(name)).toEqual({ registry, isLatest, full });
  });

  it.each(['[fd00::1]:5000/a__b/c-d.e:V1', 'Registry.Example.com/a', `sha256:${'a1'.repeat(32)}`])(
    'accepts %s',
    (name) => {
      expect(parseImageName(name).full).toContain(name);
    },
  );

  it.each([
    '',
    ' alpine',
    'Alpine',
    'alpine:',
    'alpine/',
    'a//b',
    '/alpine',
    '../../containers/json?all=1',
    'a/../../b',
    'a/./b',
    'a?b',
    'a#b',
    'a%2fb',
    'a:b:c',
    'a@b',
    'a\nb',
    'a..b/c',
    `a${'/a'.repeat(300)}`,
  ])('rejects "%s"', (name) => {
    expect(() => parseImageName(name)).toThrow('is not an image name');
  });
});
