import { expect, it } from 'vitest';
import { readDockerConfig, writeDockerConfig } from './docker-config.ts';

it('reads the format of docker login', () => {
  const auth = 'YWRhOnBhc3M6d8O2cmQ=';
  const auths = {
    'https://index.docker.io/v1/': { auth },
    'registry.example.com:5000': { username: 'bob', password: 'b' },
  };
  expect(readDockerConfig(JSON.stringify({ auths }))).toEqual({
    logins: [
      { host: 'docker.io', username: 'ada', password: 'pass:wörd' },
      { host: 'registry.example.com:5000', username: 'bob', password: 'b' },
    ],
    unusable: [],
  });
});

it('names registries whose password is not in the file', () => {
  const config = {
    auths: { 'ghcr.io': {}, 'quay.io': { auth: '%%' } },
    credHelpers: { 'gcr.io': 'gcloud' },
    credsStore: 'desktop',
  };
  expect(readDockerConfig(JSON.stringify(config))).toEqual({
    logins: [],
    unusable: ['ghcr.io', 'quay.io', 'gcr.io'],
  });
});

it.each(['nonsense', '7', 'null', '{"auths": [1]}'])('rejects %s', (text) => {
  expect(readDockerConfig(text)).toBeUndefined();
});

it('writes what it reads', () => {
  const logins = [
    { host: 'docker.io', username: 'ada', password: 'wörd' },
    { host: 'localhost:5000', username: 'bob', password: 'b:c' },
  ];
  expect(readDockerConfig(writeDockerConfig(logins))).toEqual({ logins, unusable: [] });
});
