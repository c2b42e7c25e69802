import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  convertLegacyFile,
  createPipelineSchema,
  type Data,
  parsePipelineFile,
  writeDocuments,
} from '@millrace/pipeline';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';

const ajv = new Ajv({ strictTypes: false, allowUnionTypes: true });
const matches = ajv.compile(createPipelineSchema());

/** Errors in the relations between parts of a file, and in folders of images, which a schema does not find. */
const relations =
  /a second step is named|wait for each other|depends on itself|which does not exist|is not in this file|does not depend on|the file has no pipeline|has no combination|has more than 100 combinations|no step may be named|overlap; |cached only in containers|is a folder of the system|is the home folder|needs a clone; remove/;

const ownFiles = import.meta.dirname;
/** Folder with pipeline files of real projects, which are not included here. */
const realFiles = process.env.MILLRACE_TEST_PIPELINES;

const everyKey: Data = {
  kind: 'pipeline',
  type: 'docker',
  name: 'all',
  platform: { os: 'linux', arch: 'arm64', variant: 'v8', version: 1809 },
  clone: {
    disable: false,
    depth: 50,
    skip_verify: true,
    repositories: ['acme/library', { repository: 'https://a.example/b', ref: 'v1', path: 'c/d' }],
  },
  workspace: { base: '/go', path: 'src' },
  environment: { A: 1, B: { from_secret: 'b' }, C: null },
  defaults: { image: 'a', environment: { A: 1 }, when: { event: 'push' }, timeout: '1m' },
  volumes: [
    { name: 'a', temp: { medium: 'memory' } },
    { name: 'b', host: { path: '/srv' } },
  ],
  services: [
    {
      name: 'db',
      image: 'postgres:15',
      ports: [5432],
      shm_size: '64MiB',
      ready: { command: ['pg_isready'], within: '90s' },
    },
    { name: 'a1', image: 'a', ready: { tcp: 5432 } },
    { name: 'a2', image: 'a', ready: { http: '8080/health' } },
  ],
  steps: [
    {
      name: 'a',
      image: 'busybox',
      pull: 'always',
      commands: ['true'],
      entrypoint: '/bin/sh -c',
      command: ['x'],
      environment: { D: true },
      settings: { tags: [1, { from_secret: 'x' }] },
      depends_on: ['clone'],
      when: [
        { event: { include: ['push'], exclude: 'tag' }, branch: 'main', paths: ['a/**'] },
        { fork: false, sender: ['a'], source_branch: 'b', outputs: { A: ['b'] } },
        { matrix: { GO: { exclude: ['1.2'] } }, parameters: { LEVEL: 'a' } },
      ],
      failure: 'ignore',
      detach: false,
      privileged: true,
      user: 1000,
      working_dir: '/x',
      volumes: [{ name: 'a', path: '/a' }],
      network_mode: 'host',
      dns: ['8.8.8.8'],
      dns_search: 'x',
      extra_hosts: ['a:1.1.1.1'],
      mem_limit: '512MiB',
      artifacts: { paths: ['dist/**'], when: 'failure', days: 7 },
      reports: { junit: 'a.xml' },
      summary: 'summary.md',
      timeout: '10m',
      retry: 2,
      grace_period: '30s',
      cache: { key: 'a', restore_keys: ['b', 1], paths: 'x' },
    },
  ],
  node: { disk: 'fast' },
  matrix: { GO: [1.2, '1.3'], include: [{ GO: 2, A: 1 }], exclude: [{ GO: 1.2 }] },
  image_pull_secrets: ['x'],
  depends_on: ['other'],
  manual: { permission: 'admin' },
  artifacts_from: ['other', { pipeline: 'other', paths: ['a/**'], to: 'b' }],
  trigger: { status: ['failure'], event: ['push'] },
  concurrency: { limit: 2 },
  timeout: '1h30m',
  require_secrets: true,
  retry: { max: 2, when: ['runner', 'timeout', { exit_code: [137] }] },
  cache: [
    { key: 'go-{{ checksum "go.sum" "a/go.sum" }}', paths: ['a/b', './c', '~/.npm', '/opt/pip'] },
  ],
  parameters: [
    {
      name: 'LEVEL',
      type: 'choice',
      choices: ['a', 'b'],
      default: 'a',
      required: true,
      description: 'x',
      events: ['custom'],
    },
  ],
};
const otherKinds: Data[] = [
  { kind: 'secret', name: 'a', data: 'x' },
  { kind: 'secret', name: 'a', get: { name: 'b', path: 'c' } },
  { kind: 'secret', name: 'a', data: { path: 'c', name: 'b' } },
  { kind: 'signature', hmac: 'x' },
  { kind: 'template', load: 'a.star', data: { x: 1 } },
  {
    kind: 'pipeline',
    type: 'vm',
    steps: [{ name: 'a', image: 'b', artifacts: 1, resources: 1 }],
    timeout: 5,
    tolerations: 'all',
  },
];
const podKeys: Data = {
  kind: 'pipeline',
  type: 'kubernetes',
  resources: { requests: { cpu: 1000, memory: '1GiB' } },
  node_selector: { disk: 'ssd', fast: true },
  node_name: 'node-1',
  tolerations: [
    { key: 'a', operator: 'Equal', value: 'b', effect: 'NoExecute', toleration_seconds: 30 },
  ],
  service_account_name: 'deployer',
  metadata: { namespace: 'ci', labels: { team: 'web' }, annotations: { a: 1 } },
  dns_config: { nameservers: '1.1.1.1', searches: ['x'], options: [{ name: 'ndots', value: 2 }] },
  volumes: [
    { name: 'a', claim: { name: 'shared', read_only: true } },
    { name: 'b', config_map: { name: 'tools', default_mode: 365, optional: true } },
    { name: 'c', secret: { name: 'key', default_mode: '0400', optional: false } },
    { name: 'd', downward_api: { items: [{ path: 'a/b', field_path: 'metadata.labels' }] } },
  ],
  services: [{ name: 'db', image: 'a', resources: { limits: { memory: 5 } } }],
  steps: [
    {
      name: 'a',
      image: 'busybox',
      resources: { requests: { cpu: '250m' }, limits: { cpu: 2, memory: '1g' } },
      volumes: [{ name: 'a', path: '/a', read_only: true, sub_path: 'x/y' }],
    },
  ],
};

/** Returns no documents if the text is not YAML. */
function readDocuments(text: string): Data[] {
  const converted = convertLegacyFile(text) ?? text;
  const documents = parseAllDocuments(converted, { merge: true });
  try {
    return documents.map((document): Data => document.toJS());
  } catch {
    return [];
  }
}

function filesIn(folder: string): [name: string, documents: Data[]][] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.yml'))
    .map((name) => [name, readDocuments(readFileSync(join(folder, name), 'utf8'))]);
}

/** Findings of the reader in a document. Other servers run a file with warnings, so most mistakes are warnings. */
type Verdict = 'good' | 'warning' | 'error';

function verdictOf(document: Data): Verdict {
  const { problems } = parsePipelineFile(writeDocuments([document]));
  const found = problems.filter(({ message }) => !relations.test(message));
  if (found.some(({ severity }) => severity === 'error')) return 'error';
  return found.length > 0 ? 'warning' : 'good';
}

/** The schema reports each error, and nothing about which the reader has nothing to say. */
function expectAgreement(document: Data): void {
  const verdict = verdictOf(document);
  const isAccepted = matches(document) as boolean;
  const expected = verdict === 'warning' ? isAccepted : verdict === 'good';
  const errors = isAccepted ? '' : ajv.errorsText(matches.errors);
  expect({ document, verdict, errors, isAccepted }).toEqual({
    document,
    verdict,
    errors,
    isAccepted: expected,
  });
}

/** Returns numbers from 0 to 1, the same ones for each seed. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const values: Data[] = [
  null,
  true,
  false,
  0,
  2,
  -1,
  1.5,
  '',
  ' ',
  'x',
  '512MiB',
  '10m',
  '60s',
  '../x',
  '/abs',
  'a/../b',
  [],
  ['x'],
  [1, null],
  [['x']],
  [{}],
  {},
  { x: 1 },
  { include: ['x'] },
  { include: {} },
  { from_secret: 'x' },
  { from_secret: [] },
  { path: 'x' },
  { limit: '3' },
  'docker',
  'ssh',
];

type Container = Data[] | { [key: string]: Data };

/** Replaces, removes, moves or adds one value somewhere in the document. */
function mutate(document: Data, random: () => number): Data {
  const copy = structuredClone(document);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const places: [container: Container, key: string][] = [];
  const visit = (value: Data) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      places.push([value, key]);
      visit(inner);
    }
  };
  visit(copy);
  if (places.length === 0) return pick(values);
  const [container, key] = pick(places);
  const change = pick(['replace', 'replace', 'replace', 'remove', 'move', 'add'] as const);
  if (change === 'replace') Reflect.set(container, key, structuredClone(pick(values)));
  else if (change === 'remove') {
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else Reflect.deleteProperty(container, key);
  } else if (change === 'move') {
    const [other, place] = pick(places);
    Reflect.set(container, key, structuredClone(Reflect.get(other, place)));
  } else if (!Array.isArray(container)) {
    const [, name] = pick(places);
    Reflect.set(container, name, structuredClone(pick(values)));
  }
  return copy;
}

describe('the schema and the reader agree', () => {
  const files = [...filesIn(ownFiles), ...(realFiles ? filesIn(realFiles) : [])];

  it.each(files)('on %s', (_, documents) => {
    for (const document of documents) expectAgreement(document);
  });

  it('on a file with every key', () => {
    expect(matches(everyKey), ajv.errorsText(matches.errors)).toBe(true);
    expect(parsePipelineFile(writeDocuments([everyKey])).problems).toEqual([
      expect.objectContaining({ message: expect.stringContaining('is not in this file') }),
    ]);
  });

  it('on a file with every key for Kubernetes', () => {
    expect(matches(podKeys), ajv.errorsText(matches.errors)).toBe(true);
    expect(parsePipelineFile(writeDocuments([podKeys])).problems).toEqual([]);
  });

  it.each([
    'trigger: { event: merge_request }',
    'trigger: { branch: "!main" }',
    'trigger: { paths: [src/] }',
    'platform: { arch: x86_64 }',
    'timeout: 10 minutes',
    'runs-on: linux',
    'steps: [{ name: a, image: b, run: make }]',
    'steps: [{ image: b, commands: [make] }]',
    'steps: [{ name: a, image: My/Tool, commands: [make] }]',
    'steps: [{ name: a, image: b, commands: ["echo ${{ github.sha }}"] }]',
    'steps: [{ name: a, image: b, environment: { A: { secret: b } } }]',
    'steps: [{ name: a, image: b, environment: { PATH: "/opt:$PATH" } }]',
    'steps: [{ name: a, image: b, when: { brnach: main } }]',
    'steps: [{ name: a, image: b, cache: { key: a, paths: ["**/target"] } }]',
  ])('on a mistake, about which the reader warns: %s', (line) => {
    const [document = null] = readDocuments(`kind: pipeline\nname: a\n${line}\n`);
    expect(matches(document)).toBe(false);
    expect(verdictOf(document)).not.toBe('good');
  });

  it('on 4,000 mutated documents', () => {
    const random = randomNumbers(7);
    const bases = [everyKey, everyKey, podKeys, ...otherKinds, ...files.flatMap(([, all]) => all)];
    const counts: Record<Verdict, number> = { good: 0, warning: 0, error: 0 };
    for (let round = 0; round < 4000; round++) {
      let document = bases[round % bases.length] ?? null;
      for (let change = 0; change <= round % 3; change++) document = mutate(document, random);
      counts[verdictOf(document)]++;
      expectAgreement(document);
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(300);
  });
});
