import { expect, it } from 'vitest';
import { readKubernetesSettings } from './read-kubernetes-settings.ts';

const read = (variables: Record<string, string>) =>
  readKubernetesSettings((name, or) => variables[name.replace('MILLRACE_KUBERNETES_', '')] || or);
const needed = { NAMESPACE: 'ci', IMAGE: 'registry.example.com/millrace:1' };

it('is off without a namespace', () => {
  expect(read({ IMAGE: needed.IMAGE })).toBeUndefined();
});

it('has defaults', () => {
  expect(read(needed)).toEqual({
    namespace: 'ci',
    image: needed.IMAGE,
    types: ['kubernetes'],
    startMinutes: 10,
    owner: undefined,
  });
});

it('reads all settings', () => {
  const all = { TYPES: 'kubernetes, docker', START_MINUTES: '3', POD: 'runner-0', POD_UID: 'b7' };
  expect(read({ ...needed, ...all })).toMatchObject({
    types: ['kubernetes', 'docker'],
    startMinutes: 3,
    owner: { name: 'runner-0', uid: 'b7' },
  });
});

it.for([
  [{ NAMESPACE: 'No Name' }, 'MILLRACE_KUBERNETES_NAMESPACE must be a namespace'],
  [{ IMAGE: '' }, 'MILLRACE_KUBERNETES_IMAGE must be the name of the image of Millrace'],
  [{ TYPES: 'exec' }, 'MILLRACE_KUBERNETES_TYPES must be kubernetes, docker or both, not "exec"'],
  [{ START_MINUTES: '0' }, 'MILLRACE_KUBERNETES_START_MINUTES must be a whole number from 1 to'],
  [{ POD: 'runner-0' }, 'must be set together'],
] as const)('rejects %o', ([change, message]) => {
  expect(() => read({ ...needed, ...change })).toThrow(message);
});
