import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { skipIf } from '@millrace/test-support/skip-if';
import {
  findClusterProblem,
  startTestCluster,
  type TestCluster,
} from '@millrace/test-support/test-cluster';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import * as z from 'zod/mini';

const problem = findClusterProblem();
const helm = process.env.MILLRACE_TEST_HELM ?? '';
const noHelm = helm
  ? undefined
  : 'MILLRACE_TEST_HELM names no program; the deep run builds it if Go is installed';
const deploy = fileURLToPath(new URL('../../../deploy', import.meta.url));
const chart = join(deploy, 'helm', 'millrace');
const files = readdirSync(join(deploy, 'kubernetes'), { recursive: true, encoding: 'utf8' });
const namespace = 'millrace';
const ofPipelines = 'millrace-pipelines';

/** Options of the chart that work together, without the custom resources of other programs. */
const everything = [
  'server.replicas=2',
  'server.runnerCapacity=1',
  'database.kind=postgres',
  'runner.enabled=true',
  'runner.labels.gpu=yes',
  'kubernetesRunner.enabled=true',
  'kubernetesRunner.settings.MILLRACE_KUBERNETES_ALLOW=resources',
  'image.pullSecrets[0].name=registry',
  'persistence.storageClass=shared',
];
const choices: [name: string, values: string[]][] = [
  ['its defaults', []],
  ['a runner for Kubernetes', ['kubernetesRunner.enabled=true']],
  ['everything', everything],
];

const clusterObject = z.looseObject({
  apiVersion: z.string(),
  kind: z.string(),
  metadata: z.looseObject({ name: z.string(), namespace: z.optional(z.string()) }),
});
type ClusterObject = z.infer<typeof clusterObject>;
const claim = z.looseObject({ metadata: z.looseObject({ name: z.string() }) });
const workload = z.looseObject({
  spec: z.looseObject({
    template: z.looseObject({
      spec: z.looseObject({ volumes: z._default(z.array(z.unknown()), []) }),
    }),
    volumeClaimTemplates: z._default(z.array(claim), []),
  }),
});
const resourceList = z.object({
  resources: z.array(z.object({ name: z.string(), kind: z.string(), namespaced: z.boolean() })),
});

let cluster: TestCluster;

function readObjects(text: string): ClusterObject[] {
  return parseAllDocuments(text)
    .map((document) => document.toJS())
    .filter((content) => content !== null)
    .map((content) => z.parse(clusterObject, content));
}

/** Returns the objects of the chart with these values. */
async function render(values: readonly string[]): Promise<ClusterObject[]> {
  const options = values.flatMap((value) => ['--set', value]);
  await execa(helm, ['lint', '--strict', chart, ...options]);
  const args = ['template', 'millrace', chart, '--namespace', namespace, ...options];
  return readObjects((await execa(helm, args)).stdout);
}

/** Asks the API server whether it would create an object with all its fields. Rejects if not. */
async function accept(object: ClusterObject): Promise<void> {
  const { apiVersion, kind, metadata } = object;
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const { resources } = z.parse(resourceList, await cluster.call('GET', group));
  const found = resources.find((each) => each.kind === kind && !each.name.includes('/'));
  if (!found) throw new Error(`The cluster has no ${kind}`);
  const scope = found.namespaced ? `/namespaces/${metadata.namespace ?? namespace}` : '';
  const path = `${group}${scope}/${found.name}?dryRun=All&fieldValidation=Strict`;
  await cluster.call('POST', path, object);
}

describe('a cluster', { timeout: 60_000, ...skipIf(problem) }, () => {
  beforeAll(async () => {
    cluster = await startTestCluster();
    for (const name of [namespace, ofPipelines]) {
      await cluster.call('POST', '/api/v1/namespaces', { metadata: { name } });
    }
  }, 120_000);
  afterAll(() => cluster.stop());

  it.for(files.filter((name) => /\.yaml$/.test(name) && !/kustomization|namespace/.test(name)))(
    'accepts the objects of deploy/kubernetes/%s',
    async (name) => {
      const objects = readObjects(readFileSync(join(deploy, 'kubernetes', name), 'utf8'));
      for (const object of objects) await accept(object);
    },
  );

  describe('with the chart', skipIf(noHelm), () => {
    it.for(choices)('accepts the objects of the chart with %s', async ([, values]) => {
      const objects = await render(values);
      expect(objects.length).toBeGreaterThan(4);
      for (const object of objects) await accept(object);
    });

    it('gets objects of a runner for Kubernetes only if it is enabled', async () => {
      const kinds = (objects: ClusterObject[]) => objects.map(({ kind }) => kind);
      const added = ['Role', 'RoleBinding', 'ServiceAccount', 'StatefulSet'];
      const others = kinds(await render([]));
      expect(others.filter((kind) => added.includes(kind))).toEqual([]);
      const all = kinds(await render(['kubernetesRunner.enabled=true']));
      expect(all.sort()).toEqual([...others, ...added].sort());
    });

    it('runs the server and a runner for Kubernetes without privileges', async () => {
      const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
      const metadata = { name: namespace, labels };
      await cluster.call('PUT', `/api/v1/namespaces/${namespace}`, { metadata });
      const objects = await render(['kubernetesRunner.enabled=true']);
      const account = objects.find(({ kind }) => kind === 'ServiceAccount');
      await cluster.call('POST', `/api/v1/namespaces/${namespace}/serviceaccounts`, account);
      const workloads = objects.flatMap((object) => workload.safeParse(object).data ?? []);
      expect(workloads).toHaveLength(2);
      for (const { spec } of workloads) {
        const claims = spec.volumeClaimTemplates.map(({ metadata: { name } }) => ({
          name,
          persistentVolumeClaim: { claimName: name },
        }));
        const { spec: own } = spec.template;
        const pod = { ...own, volumes: [...own.volumes, ...claims] };
        const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'pod' } };
        await accept({ ...object, spec: pod });
        const root = { ...pod, securityContext: { runAsUser: 0 } };
        await expect(accept({ ...object, spec: root })).rejects.toThrow('violates PodSecurity');
      }
    });

    it('gives a runner for Kubernetes the rights of its documentation', async () => {
      const objects = await render(['kubernetesRunner.enabled=true']);
      const role = objects.find(({ kind }) => kind === 'Role');
      const page = readFileSync(join(deploy, '..', 'docs', 'runners.md'), 'utf8');
      const [documented] = readObjects(/```yaml role\n([^`]*)```/.exec(page)?.[1] ?? '');
      expect(role?.rules).toEqual(documented?.rules);
    });
  });
});
