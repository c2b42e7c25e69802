import { describe, expect, it } from 'vitest';
import { secretFinder } from './fill-secrets.ts';
import { registryLogins, serverLogins } from './registry-logins.ts';

function logins(data: string) {
  return registryLogins(['registry'], secretFinder([{ name: 'registry', data }]));
}

describe('registryLogins', () => {
  it('reads the format of docker login', () => {
    const auth = Buffer.from('ada:pass:word').toString('base64');
    const auths = {
      'https://index.docker.io/v1/': { auth },
      'registry.example.com:5000': { username: 'bob', password: 'b' },
    };
    expect(logins(JSON.stringify({ auths }))).toEqual([
      { host: 'docker.io', username: 'ada', password: 'pass:word' },
      { host: 'registry.example.com:5000', username: 'bob', password: 'b' },
    ]);
  });

  it('ignores a secret that is not available to the build', () => {
    expect(registryLogins(['absent'], secretFinder([]))).toEqual([]);
  });

  it.each(['nonsense', '7', 'null'])('rejects %s without showing it', (data) => {
    expect(() => logins(data)).toThrow('"registry" of image_pull_secrets is not a Docker config');
  });
});

it('reads the logins of the server', () => {
  const login = { username: 'ci', password: 'pass' };
  expect(serverLogins([{ address: 'https://index.docker.io/v1/', ...login }])).toEqual([
    { host: 'docker.io', ...login },
  ]);
  expect(serverLogins()).toEqual([]);
});
