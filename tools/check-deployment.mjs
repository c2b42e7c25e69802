// Checks Dockerfile and deploy/: variables are documented, and the parts are consistent.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { rowsByName } from './setting-rows.mjs';
import { root, say } from './setup.mjs';

/** Variables of the image build and of a script, which Millrace does not read. */
const ownNames = new Set(['BASE', 'NODE']);
const problems = [];
const expect = (holds, problem) => {
  if (!holds) problems.push(problem);
};
const read = (path) => readFileSync(join(root, path), 'utf8');
const files = readdirSync(join(root, 'deploy'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
  .sort();

const documents = new Map();
// Templates of the chart are YAML only after they are rendered, which `lint-deployment.mjs` does.
for (const file of files.filter((name) => /\.ya?ml$/.test(name) && !/\/templates\//.test(name))) {
  const parsed = parseAllDocuments(read(file), { merge: true });
  for (const { errors, warnings } of parsed)
    for (const { message } of [...errors, ...warnings]) problems.push(`${file}: ${message}`);
  documents.set(
    file,
    parsed.map((document) => document.toJS()),
  );
}
const objects = [...documents.values()].flat();
const findAll = (kind) => objects.filter((object) => object.kind === kind);
const find = (kind, name) => findAll(kind).find(({ metadata }) => metadata.name === name);

checkVariables();
checkChart();
checkImage();
checkCompose();
checkUnits();
checkKustomizations();
checkObjects();
for (const problem of problems) say(problem);
process.exit(problems.length === 0 ? 0 : 1);

/** Checks that variables which are set or required are settings, or documented in docs/deployment.md. */
function checkVariables() {
  const rows = read('docs/deployment.md').match(/^\| .*?`.*? \|/gm) ?? [];
  const documented = new Set(rows.join('\n').match(/[A-Z][A-Z0-9_]+/g));
  for (const file of ['Dockerfile', ...files]) {
    const ours = read(file).match(/\bMILLRACE_[A-Z0-9_]+/g) ?? [];
    const asked = [...read(file).matchAll(/\$\{([A-Z][A-Z0-9_]*)/g)].map(([, name]) => name);
    for (const name of new Set([...ours, ...asked])) {
      expect(
        rowsByName.has(name) || documented.has(name) || ownNames.has(name),
        `${file}: ${name} is neither a setting nor in a table of docs/deployment.md`,
      );
    }
  }
}

/** Checks that values of the chart that become settings have the limits of these settings. */
function checkChart() {
  const chart = 'deploy/helm/millrace';
  const schema = JSON.parse(read(`${chart}/values.schema.json`));
  for (const file of files.filter((name) => name.startsWith(`${chart}/templates/`)))
    for (const [, name, path] of read(file).matchAll(
      /(MILLRACE_\w+)(?:\n +value)?: \{\{ \.Values\.([\w.]+) \| quote \}\}/g,
    )) {
      const value = path
        .split('.')
        .reduce((object, property) => object?.properties?.[property], schema);
      expect(value, `${file}: the schema has no ${path}`);
      if (value?.type !== 'integer') continue;
      const fits = ({ min, max }) => value.minimum === min && (value.maximum ?? max) === max;
      expect(rowsByName.get(name).some(fits), `${path} of the chart has other limits than ${name}`);
    }
}

/** Checks that ports, folders and probes are those of the image everywhere. */
function checkImage() {
  const image = read('Dockerfile');
  const [, port] = /^EXPOSE (\d+)$/m.exec(image) ?? [];
  const [, data] = /^VOLUME (\S+)$/m.exec(image) ?? [];
  expect(image.includes(`MILLRACE_PORT=${port} `), 'Dockerfile: EXPOSE is not MILLRACE_PORT');
  expect(image.includes(`MILLRACE_DATA=${data} `), 'Dockerfile: VOLUME is not MILLRACE_DATA');
  for (const name of ['Caddyfile', 'nginx.conf', 'haproxy.cfg'])
    for (const [, used] of read(`deploy/${name}`).matchAll(/server-\d:(\d+)/g)) {
      expect(used === port, `${name}: the servers listen on ${port}, not ${used}`);
    }
  const { version } = JSON.parse(read('package.json'));
  const [{ services }] = documents.get('deploy/compose.yml');
  for (const [name, { image: used = '', environment = {}, volumes = [] }] of Object.entries(
    services,
  )) {
    const isOurs = used.startsWith('millrace:');
    expect(!isOurs || used === `millrace:${version}`, `${name} of compose.yml is not ${version}`);
    const { MILLRACE_REPOSITORIES: folder } = environment;
    const mounts = volumes.map((volume) => volume.split(':')[1]);
    expect(!folder || mounts.includes(folder), `${name} of compose.yml mounts no ${folder}`);
  }
  const [pod] = find('Deployment', 'millrace').spec.template.spec.containers;
  expect(pod.ports[0].containerPort === Number(port), `The pods do not listen on ${port}`);
  const mounted = pod.volumeMounts.map(({ mountPath }) => mountPath);
  const literals = findAll('Kustomization').flatMap(({ configMapGenerator = [] }) =>
    configMapGenerator.flatMap((map) => map.literals),
  );
  const repositories = literals.find((literal) => literal.startsWith('MILLRACE_REPOSITORIES='));
  for (const folder of [data, repositories?.split('=')[1]]) {
    expect(mounted.includes(folder), `The pods mount no ${folder}`);
  }
  const pathOf = (probe) => pod[probe].httpGet.path;
  expect(pathOf('livenessProbe') === '/healthz', 'The liveness probe must use /healthz');
  expect(pathOf('readinessProbe') === '/readyz', 'The readiness probe must use /readyz');
  expect(read('deploy/Caddyfile').includes('health_uri /readyz'), 'Caddyfile must use /readyz');
  expect(
    read('deploy/haproxy.cfg').includes('httpchk GET /readyz'),
    'haproxy.cfg must use /readyz',
  );
  for (const { images = [] } of findAll('Kustomization'))
    for (const { name, newTag } of images) {
      expect(newTag === version, `The image ${name} of a kustomization is not ${version}`);
    }
}

/** Checks that Compose uses the health check of the image and can store logs and artifacts in S3. */
function checkCompose() {
  expect(
    read('Dockerfile').includes('CMD ["millrace", "health"]'),
    'Dockerfile: the health check is not millrace health',
  );
  const [{ services }] = documents.get('deploy/compose.yml');
  for (const name of ['server-1', 'server-2', 'runner'])
    expect(
      !services[name].healthcheck,
      `${name} of compose.yml must use the health check of the image`,
    );
  const wanted = [
    ...read('docs/configuration.md').matchAll(/\bAWS_[A-Z_]+\b/g),
    ...read('docs/configuration.md').matchAll(/\bMILLRACE_S3_[A-Z_]+/g),
  ];
  for (const [name] of wanted)
    expect(name in services['server-1'].environment, `compose.yml does not pass on ${name}`);
}

/** Checks that units find the program in both folders to which npm installs it. */
function checkUnits() {
  for (const [unit, command] of [
    ['millrace', 'server'],
    ['millrace-runner', 'runner'],
  ]) {
    const text = read(`deploy/${unit}.service`);
    const [, path = ''] = /^Environment=PATH=(.*)$/m.exec(text) ?? [];
    for (const folder of ['/usr/local/bin', '/usr/bin'])
      expect(
        path.split(':').includes(folder),
        `PATH of ${unit}.service does not include ${folder}`,
      );
    const start = `ExecStart=/usr/bin/env millrace ${command}`;
    expect(text.split('\n').includes(start), `${unit}.service does not run millrace ${command}`);
  }
}

function checkKustomizations() {
  for (const [file, [document]] of documents) {
    if (document.kind !== 'Kustomization') continue;
    const folder = dirname(file);
    const beside = files.filter((name) => dirname(name) === folder && name !== file);
    const listed = document.resources.map((name) => join(folder, name));
    expect(
      beside.join() === listed.join(),
      `${file} does not list exactly the files in its folder`,
    );
  }
}

/** Checks that references to other objects are valid. */
function checkObjects() {
  const workloads = [...findAll('Deployment'), ...findAll('StatefulSet')];
  const labels = workloads.map(({ spec }) => spec.template.metadata.labels);
  const isSome = (selector) =>
    labels.some((own) => Object.entries(selector).every(([key, value]) => own[key] === value));
  for (const { spec } of [...findAll('Service'), ...findAll('PodDisruptionBudget')]) {
    const selector = spec.selector.matchLabels ?? spec.selector;
    expect(isSome(selector), `Nothing has the labels ${JSON.stringify(selector)}`);
  }
  const keys = Object.keys(find('Secret', 'millrace').stringData);
  for (const { metadata, spec } of workloads)
    for (const { env = [] } of spec.template.spec.containers)
      for (const { valueFrom } of env) {
        const key = valueFrom?.secretKeyRef?.key;
        expect(!key || keys.includes(key), `${metadata.name}: the secret has no ${key}`);
      }
}
