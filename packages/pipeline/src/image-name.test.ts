import { describe, expect, it } from 'vitest';
import { isImagePattern, matchesImage, parseImageName } from './image-name.ts';

describe('parseImageName', () => {
  it.each([
    ['alpine', 'docker.io', true, 'alpine:latest'],
    ['alpine:latest', 'docker.io', true, 'alpine:latest'],
    ['alpine:3.20', 'docker.io', false, 'alpine:3.20'],
    ['plugins/docker', 'docker.io', true, 'plugins/docker:latest'],
    ['localhost/a', 'localhost', true, 'localhost/a:latest'],
    ['localhost:5000/a', 'localhost:5000', true, 'localhost:5000/a:latest'],
    ['ghcr.io/octo/app:v1', 'ghcr.io', false, 'ghcr.io/octo/app:v1'],
    ['GHCR.io/octo/app:v1', 'ghcr.io', false, 'GHCR.io/octo/app:v1'],
    ['index.docker.io/octo/app:v1', 'docker.io', false, 'index.docker.io/octo/app:v1'],
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

describe('matchesImage', () => {
  it.each([
    ['plugins/docker', 'plugins/docker', true],
    ['plugins/docker', 'plugins/docker:20', true],
    ['plugins/docker', 'docker.io/plugins/docker:20@sha256:abc', true],
    ['plugins/docker', 'ghcr.io/plugins/docker', false],
    ['plugins/docker', 'index.docker.io/plugins/docker', true],
    ['plugins/docker', 'Registry-1.Docker.IO/plugins/docker:20', true],
    ['docker.io/alpine', 'registry.hub.docker.com/library/alpine', true],
    ['index.docker.io/plugins/*', 'plugins/docker', true],
    ['index.docker.io/alpine', 'docker.io/library/alpine', true],
    ['GHCR.io/octo/app', 'ghcr.io/octo/app:1', true],
    ['ghcr.io/octo/app', 'GHCR.IO/octo/app', true],
    ['Registry.Example.com:5000/a', 'registry.example.com:5000/a', true],
    ['plugins/docker', 'index.docker.io.evil.example/plugins/docker', false],
    ['plugins/docker', 'plugins/docker-evil', false],
    ['plugins/docker', 'evil/plugins/docker', false],
    ['plugins/docker', 'plugins/docker:$' + '{TAG}', false],
    ['plugins/docker:20', 'plugins/docker:20', true],
    ['plugins/docker:20', 'plugins/docker:21', false],
    ['plugins/docker:20', 'plugins/docker:20@sha256:abc', false],
    ['plugins/docker:latest', 'plugins/docker', true],
    ['plugins/*', 'plugins/s3:1', true],
    ['plugins/*', 'plugins/s3/other', false],
    ['alpine', 'docker.io/library/alpine:3', true],
    ['docker.io/alpine', 'alpine', true],
    ['localhost:5000/team/*:v*', 'localhost:5000/team/app:v2', true],
    ['localhost:5000/team/*', 'localhost:6000/team/app', false],
  ])('%s and %s: %s', (pattern, image, isMatch) => {
    expect(matchesImage(pattern, image)).toBe(isMatch);
  });

  it.each([
    ['plugins/*', true],
    ['*', true],
    ['ghcr.io/octo/app:v1', true],
    ['', false],
    ['Not An Image', false],
    ['a//b', false],
  ])('accepts the pattern "%s": %s', (pattern, isPattern) => {
    expect(isImagePattern(pattern)).toBe(isPattern);
  });
});
