import type { StageDetails } from '@millrace/contract/runner';
import { expect, it } from 'vitest';
import { secretValues } from './secret-values.ts';

const details = {
  config: 'kind: pipeline',
  repo: { slug: 'ada/project' },
  secrets: [{ name: 'token', data: 'of a secret' }],
  variables: [
    { name: 'A', data: 'of a hidden variable', isMasked: true },
    { name: 'B', data: 'of an open variable', isMasked: false },
  ],
  outputs: [{ name: 'C', data: 'of a hidden output', isMasked: true }],
  registries: [{ address: 'ghcr.io', username: 'ci', password: 'of a registry' }],
  netrc: { machine: 'git.example.com', login: 'ci', password: 'for git' },
} as unknown as StageDetails;

it('lists what the stage must not show', () => {
  expect(secretValues(details)).toEqual([
    'of a secret',
    'of a hidden variable',
    'of a hidden output',
    'of a registry',
    'for git',
  ]);
});

it('lists values of a kind of input that it does not know', () => {
  const later = { ...details, certificates: [{ name: 'ca', data: 'of a new kind' }] };
  expect(secretValues(later)).toContain('of a new kind');
});
