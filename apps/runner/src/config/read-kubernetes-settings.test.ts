import { expect, it } from 'vitest';
import { defaultPodSettings } from '../engines/kubernetes/pod-settings.ts';
import { readKubernetesSettings } from './read-kubernetes-settings.ts';

const read = (variables: Record<string, string>) =>
  readKubernetesSettings(
    Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [`MILLRACE_KUBERNETES_${name}`, value]),
    ),
  );
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
    pods: defaultPodSettings,
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

it('reads the settings of Pods', () => {
  const all = {
    SECURITY: 'restricted',
    HOST_USERS: 'false',
    ALLOW: 'resources, tolerations',
    CLAIMS: 'shared',
    CONFIG_MAPS: 'tools, example.com',
    SECRETS: 'deploy-key',
    SERVICE_ACCOUNT: 'steps',
    SERVICE_ACCOUNTS: 'deployer,publisher',
    REQUESTS: 'cpu=500m,memory=1Gi',
    MAX_REQUESTS: 'cpu=8',
    LIMITS: 'memory=512Mi',
    NODE_SELECTOR: 'disk=ssd,example.com/pool=ci',
    TOLERATIONS: 'dedicated=ci:NoSchedule,spot',
    LABELS: 'team=ci',
    ANNOTATIONS: 'url=https://a/?b=c',
  };
  expect(read({ ...needed, ...all })?.pods).toEqual({
    security: 'restricted',
    hostUsers: false,
    allow: ['resources', 'tolerations'],
    mounts: { claim: ['shared'], config_map: ['tools', 'example.com'], secret: ['deploy-key'] },
    serviceAccount: 'steps',
    serviceAccounts: ['deployer', 'publisher'],
    requests: { cpu: 500, memory: 1024 ** 3 },
    maxRequests: { cpu: 8000, memory: 0 },
    limits: { cpu: 0, memory: 512 * 1024 ** 2 },
    nodeSelector: { disk: 'ssd', 'example.com/pool': 'ci' },
    tolerations: [
      {
        key: 'dedicated',
        operator: 'Equal',
        value: 'ci',
        effect: 'NoSchedule',
        seconds: undefined,
      },
      { key: 'spot', operator: 'Exists', value: '', effect: '', seconds: undefined },
    ],
    labels: { team: 'ci' },
    annotations: { url: 'https://a/?b=c' },
  });
});

it.for([
  [{ NAMESPACE: 'No Name' }, 'MILLRACE_KUBERNETES_NAMESPACE must be a namespace'],
  [{ IMAGE: '' }, 'MILLRACE_KUBERNETES_IMAGE must be the name of the image of Millrace'],
  [{ TYPES: 'exec' }, 'MILLRACE_KUBERNETES_TYPES must be kubernetes, docker or both, not "exec"'],
  [{ START_MINUTES: '0' }, 'MILLRACE_KUBERNETES_START_MINUTES must be a whole number from 1 to'],
  [{ POD: 'runner-0' }, 'must be set together'],
  [{ ALLOW: 'host_network' }, 'MILLRACE_KUBERNETES_ALLOW must be some of resources, node_selector'],
  [{ SECURITY: 'high' }, 'MILLRACE_KUBERNETES_SECURITY must be privileged, baseline, restricted'],
  [{ HOST_USERS: 'no' }, 'MILLRACE_KUBERNETES_HOST_USERS must be true or false, not "no"'],
  [{ REQUESTS: 'gpu=1' }, 'MILLRACE_KUBERNETES_REQUESTS must be written cpu=500m,memory=1Gi'],
  [{ TOLERATIONS: 'a=b:Never' }, 'MILLRACE_KUBERNETES_TOLERATIONS must be written'],
  [{ LABELS: 'team' }, 'MILLRACE_KUBERNETES_LABELS must be written name=value'],
  [{ SERVICE_ACCOUNTS: 'No One' }, 'MILLRACE_KUBERNETES_SERVICE_ACCOUNTS must be names'],
  [{ SECRETS: '*' }, 'MILLRACE_KUBERNETES_SECRETS must be names as Kubernetes allows them; "*" is'],
] as const)('rejects %o', ([change, message]) => {
  expect(() => read({ ...needed, ...change })).toThrow(message);
});
