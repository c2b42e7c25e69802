import { describe, expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

function read(keys: string, { type = 'kubernetes', step = '' } = {}) {
  const steps = `steps: [{ name: build, image: alpine, ${step} }]`;
  const source = `kind: pipeline\ntype: ${type}\n${keys}\n${steps}\n`;
  const { pipelines, problems } = parsePipelineFile(source);
  const [pipeline] = pipelines;
  return { pod: pipeline?.pod, steps: pipeline?.steps, problems: problems.map(formatProblem) };
}

describe('keys of a Pod', () => {
  it('are read as files for existing runners have them', () => {
    const keys = `
resources: { requests: { cpu: 1000, memory: 1024Mi } }
node_selector: { disktype: ssd }
node_name: node-1
tolerations:
  - { key: dedicated, operator: Equal, value: ci, effect: NoExecute, toleration_seconds: 30 }
  - { operator: Exists }
service_account_name: deployer
metadata: { namespace: ci, labels: { team: web }, annotations: { retries: 3 } }
dns_config:
  nameservers: [1.1.1.1]
  searches: [example.com]
  options: [{ name: ndots, value: 2 }, { name: rotate }]`;
    const { pod, problems } = read(keys);
    expect(problems).toEqual([]);
    const dedicated = { key: 'dedicated', operator: 'Equal', value: 'ci', effect: 'NoExecute' };
    expect(pod).toEqual({
      requests: { cpu: 1000, memory: 1024 ** 3 },
      nodeSelector: { disktype: 'ssd' },
      nodeName: 'node-1',
      tolerations: [
        { ...dedicated, seconds: 30 },
        { key: '', operator: 'Exists', value: '', effect: '', seconds: undefined },
      ],
      serviceAccountName: 'deployer',
      namespace: 'ci',
      labels: { team: 'web' },
      annotations: { retries: '3' },
      dns: {
        nameservers: ['1.1.1.1'],
        searches: ['example.com'],
        options: [
          { name: 'ndots', value: '2' },
          { name: 'rotate', value: undefined },
        ],
      },
    });
  });

  it('are read from steps', () => {
    const step =
      'resources: { requests: { cpu: 250m }, limits: { cpu: "2000", memory: 48GiB } }, artifacts: dist';
    const { steps, problems } = read('', { step });
    expect(problems).toEqual([]);
    expect(steps?.[0]).toMatchObject({
      files: { artifact: ['dist'] },
      resources: {
        requests: { cpu: 250, memory: 0 },
        limits: { cpu: 2000, memory: 48 * 1024 ** 3 },
      },
    });
  });

  it.for([
    ['resources: { limits: { cpu: 1 } }', 'resources.limits has no effect; write it in'],
    ['resources: { cpu: 12000 }', 'unknown key "cpu" in resources'],
    ['resources: { requests: { cpu: 0.5 } }', 'requests.cpu must be thousandths of a core'],
    ['resources: { requests: { memory: much } }', 'requests.memory must be a size'],
    ['tolerations: [{ toleration_seconds: 1m }]', 'must be a whole number of seconds'],
    ['metadata: { name: mine }', 'unknown key "name" in metadata'],
    ['host_aliases: []', 'unknown key "host_aliases" in a pipeline'],
  ])('%s is reported', ([keys = '', message = '']) => {
    const { problems } = read(keys);
    expect(problems).toEqual([expect.stringContaining(message)]);
  });

  it.for(['group', 'shell'])('%s of a step in existing files is reported', (key) => {
    const { problems } = read('', { step: `commands: [make], ${key}: 1000` });
    expect(problems).toEqual([expect.stringContaining(`unknown key "${key}" in a step`)]);
  });

  it.for(['docker', 'exec'])('warn in a pipeline of type %s', (type) => {
    const step = 'commands: [make], resources: { limits: { cpu: 100 } }';
    expect(read('node_name: a', { type, step }).problems).toEqual([
      expect.stringContaining('resources has an effect only on runners for Kubernetes'),
      expect.stringContaining('node_name has an effect only on runners for Kubernetes'),
    ]);
  });

  it('are unknown to pipelines of other runners', () => {
    const { pod, problems } = read('resources: 1', { type: 'vm' });
    expect(pod).toBeUndefined();
    expect(problems).toEqual([]);
  });
});
