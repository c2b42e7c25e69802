import { readStageSteps } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import { type DetailsChange, makeDetails } from '../testing/stage-fixtures.ts';
import { baseEnvironment, textValues, workspaceEnvironment } from './environment.ts';
import { secretFinder } from './fill-secrets.ts';
import { findPipeline, requireTrust, stepsInput } from './find-pipeline.ts';
import { missingReason } from './missing-secrets.ts';
import { planStage } from './plan-stage.ts';
import { requirePluginTrust } from './privileged-plugins.ts';
import { defaultStageSettings, type StageSettings } from './stage-settings.ts';

function plan(
  config: string,
  change: DetailsChange = {},
  settings: StageSettings = defaultStageSettings,
) {
  const details = makeDetails({ ...change, config });
  const base = baseEnvironment({ details, machine: 'host', startedAtSec: 1_700_000_020 });
  const found = readStageSteps(config, stepsInput(details, textValues(base)));
  const { included } = found;
  const pipeline = findPipeline(found, details);
  requireTrust(pipeline, details);
  requirePluginTrust(included, pipeline, { details, settings });
  const environment = { ...base, ...workspaceEnvironment('/work/src', pipeline) };
  const secretValue = secretFinder(details.secrets);
  const secrets = { secretValue, missingReason: missingReason(details) };
  return planStage({ details, pipeline, included, environment, ...secrets, settings }).steps;
}

const config = `kind: pipeline
type: exec
environment: { SHARED: pipeline, OWN: pipeline, DRONE_BRANCH: forged }
steps:
  - { name: build, commands: [make], environment: { OWN: step, DRONE_COMMIT: forged, CI: mine, GIT_AUTHOR_NAME: me, DRONE_TAG: own } }
  - { name: release, commands: [make release], when: { event: tag } }
  - { name: notify, commands: [mail], when: { status: [failure] }, failure: ignore }
`;

describe('planStage', () => {
  it('puts the clone first and numbers the steps of the build', () => {
    const steps = plan(config);
    expect(steps.map(({ number, name }) => `${number} ${name}`)).toEqual([
      '1 clone',
      '2 build',
      '3 notify',
    ]);
    expect(steps.map(({ environment }) => environment.DRONE_STEP_NUMBER)).toEqual(['1', '2', '3']);
    expect(steps.map(({ environment }) => environment.DRONE_STEP_NAME)).toEqual([
      'clone',
      'build',
      'notify',
    ]);
  });

  it.each(['exec', 'docker'])('gives a step of type %s the credentials of its pushes', (type) => {
    const text = `kind: pipeline
type: ${type}
steps:
  - { name: publish, image: git, commands: [a], push: { branches: pages } }
  - { name: other, image: git, commands: [a] }
`;
    const pushes = [{ step: 'publish', login: 'millrace-push', password: 'a.b' }];
    const change = { pushes, repo: { trusted: true, git_http_url: 'http://host/git/a/b.git' } };
    const [, publish, other] = plan(text, change);
    expect(publish?.environment).toMatchObject({
      GIT_CONFIG_COUNT: '2',
      GIT_CONFIG_KEY_0: 'url.http://millrace-push@host/git/a/b.git.pushInsteadOf',
      GIT_CONFIG_VALUE_0: 'http://host/git/a/b.git',
      GIT_CONFIG_KEY_1: 'http.http://millrace-push@host/git/a/b.git.extraHeader',
      GIT_CONFIG_VALUE_1: `Authorization: Basic ${btoa('millrace-push:a.b')}`,
    });
    expect(other?.environment.GIT_CONFIG_COUNT).toBeUndefined();
    expect(other?.environment.GIT_CONFIG_VALUE_1).toBeUndefined();
    const pushRefusal = 'this needs the git hosting of Millrace';
    expect(() => plan(text, { repo: { trusted: true }, pushRefusal })).toThrow(
      'Step "publish" cannot push: this needs the git hosting of Millrace',
    );
    expect(() => plan(text, { repo: { trusted: false } })).toThrow('needs a trusted repository');
  });

  it('downloads artifacts after the clone, and before caches and steps', () => {
    const text = `kind: pipeline
type: docker
depends_on: [build]
artifacts_from: build
cache: { key: npm, paths: deps }
services: [{ name: db, image: a }]
steps: [{ name: a, image: a, commands: [a] }]
---
kind: pipeline
name: build
steps: []
`;
    const orderOf = (settings?: StageSettings) =>
      plan(text, {}, settings).map(({ name, dependsOn }) => `${name} after ${dependsOn.join()}`);
    const others = ['db after restore-cache', 'a after db', 'save-cache after a'];
    expect(orderOf()).toEqual([
      'clone after ',
      'download-artifacts after clone',
      'restore-cache after download-artifacts',
      ...others,
    ]);
    const earlier = { folder: '/earlier', deleted: '/deleted', commitTime: '202601010000' };
    const sources = { files: undefined, repository: undefined, earlier };
    expect(orderOf({ ...defaultStageSettings, sources })).toEqual([
      'clone after ',
      'restore-cache after clone',
      ...others,
    ]);
  });

  it.each([
    ['a tag', { event: 'tag', ref: 'refs/tags/v1' }, ['clone', 'build', 'release', 'notify']],
    ['a push', { event: 'push' }, ['clone', 'build', 'notify']],
  ] as const)('keeps the steps of %s', (_, build, expected) => {
    expect(plan(config, { build }).map((step) => step.name)).toEqual(expected);
  });

  it.each<[string, DetailsChange, string]>([
    ['a push', {}, 'does not exist, or is not given to this build'],
    [
      'a pull request',
      { build: { event: 'pull_request' } },
      'does not exist, or is not given to pull requests',
    ],
    [
      'another event',
      { withheldSecrets: [{ name: 'none', limit: 'event' }] },
      'is not given to builds of this event',
    ],
    [
      'another branch',
      { withheldSecrets: [{ name: 'NONE', limit: 'branch' }] },
      'is not given to builds of this branch',
    ],
  ])('names the secrets that a step lacks, for %s', (_, change, reason) => {
    const secrets = [{ name: 'known', data: '' }];
    const file = `kind: pipeline
clone: { disable: true }
environment: { ALL: { from_secret: none }, OWN: { from_secret: other } }
steps:
  - name: first
    image: a
    environment: { OWN: step, KNOWN: { from_secret: Known } }
    settings: { tags: [a, { from_secret: none }] }
  - { name: second, image: a, when: { event: tag }, environment: { B: { from_secret: none } } }
`;
    const [first, ...others] = plan(file, { secrets, ...change });
    expect(first?.missingSecrets).toEqual([
      `The variable ALL is empty: the secret "none" ${reason}`,
      `The setting tags is empty: the secret "none" ${reason}`,
    ]);
    expect(others).toEqual([]);
    const required = file.replace('steps:', 'require_secrets: true\nsteps:');
    expect(() => plan(required, { secrets, ...change })).toThrow(
      `Step "first": The variable ALL is empty: the secret "none" ${reason}. The setting tags`,
    );
  });

  it('gives outputs to settings that name them', () => {
    const file = `kind: pipeline
clone: { disable: true }
steps: [{ name: a, image: b, settings: { repo: c, tags: [x, { from_output: VERSION }] } }]`;
    const [step] = plan(file);
    expect(step?.environment).toMatchObject({ PLUGIN_REPO: 'c' });
    expect(step?.environment).not.toHaveProperty('PLUGIN_TAGS');
    expect(step?.settingsWith?.((name) => `${name}-1`)).toEqual({ PLUGIN_TAGS: 'x,VERSION-1' });
  });

  it('gives all steps the variables of the server, which the file may override', () => {
    const variables = ['SHARED', 'PROXY', 'DRONE_COMMIT'].map((name) => ({
      name,
      data: 'server',
      isMasked: false,
    }));
    const [clone, build] = plan(config, { variables });
    expect(clone?.environment).toMatchObject({ PROXY: 'server', SHARED: 'pipeline' });
    expect(build?.environment).toMatchObject({ PROXY: 'server', SHARED: 'pipeline' });
    expect(build?.environment.DRONE_COMMIT).not.toBe('server');
  });

  it('copies run conditions and failure rules of the steps', () => {
    const [, build, notify] = plan(config);
    expect(build).toMatchObject({
      runsOnSuccess: true,
      runsOnFailure: false,
      ignoresFailure: false,
    });
    expect(notify).toMatchObject({
      runsOnSuccess: false,
      runsOnFailure: true,
      ignoresFailure: true,
    });
  });

  it('gives build facts precedence over the step, the pipeline and the parameters', () => {
    const params = { SHARED: 'param', EXTRA: 'param', DRONE_REPO: 'forged', DRONE_DEPLOY_TO: 'x' };
    expect(plan(config, { build: { params } })[1]?.environment).toMatchObject({
      SHARED: 'pipeline',
      OWN: 'step',
      EXTRA: 'param',
      DRONE_BRANCH: 'main',
      DRONE_REPO: 'octocat/hello',
      DRONE_COMMIT: 'c0ffee00',
      CI: 'mine',
      GIT_AUTHOR_NAME: 'me',
      DRONE_TAG: 'own',
    });
    expect(plan(config, { build: { params } })[1]?.environment).not.toHaveProperty(
      'DRONE_DEPLOY_TO',
    );
    const tag = { event: 'tag', ref: 'refs/tags/v1' } as const;
    expect(plan(config, { build: tag })[1]?.environment).toMatchObject({ DRONE_TAG: 'v1' });
  });

  it('sets no empty variable of a container, except for a secret', () => {
    const step =
      '{ name: a, image: b, environment: { A: "", B: { from_secret: none }, C: \'${NONE}\' } }';
    const text = (type: string) =>
      `kind: pipeline\ntype: ${type}\nenvironment: { D: "" }\nsteps: [${step}]`;
    expect(plan(text('docker'))[1]?.environment).toMatchObject({ B: '' });
    expect(plan(text('docker'))[1]?.environment).not.toHaveProperty('A');
    expect(plan(text('docker'))[1]?.environment).not.toHaveProperty('C');
    expect(plan(text('docker'))[1]?.environment).not.toHaveProperty('D');
    expect(plan(text('exec'))[1]?.environment).toMatchObject({ A: '', B: '', C: '', D: '' });
  });

  it('passes credentials to git and plugins in containers; processes find them in their home', () => {
    const netrc = { machine: 'git.example.com', login: 'ada', password: 'token' };
    const named = (type: string, given: typeof netrc | null) => {
      const file = `kind: pipeline\ntype: ${type}\nsteps: [{ name: push, image: git, environment: { DRONE_NETRC_FILE: own } }]\n`;
      const [, push] = plan(file, { netrc: given, stage: { type } });
      const all = Object.entries(push?.environment ?? {});
      return Object.fromEntries(all.filter(([name]) => name.startsWith('DRONE_NETRC')));
    };
    expect(named('docker', netrc)).toEqual({
      DRONE_NETRC_MACHINE: 'git.example.com',
      DRONE_NETRC_USERNAME: 'ada',
      DRONE_NETRC_PASSWORD: 'token',
      DRONE_NETRC_FILE: 'machine git.example.com login ada password token',
    });
    expect(named('docker', null)).toEqual({ DRONE_NETRC_FILE: 'own' });
    expect(named('exec', netrc)).toEqual({ DRONE_NETRC_FILE: 'own' });
  });

  it('substitutes texts as in a build in which nothing has failed yet', () => {
    const text =
      'kind: pipeline\nsteps: [{ name: a, image: b, environment: { A: "${DRONE_BUILD_STATUS} ${DRONE_STAGE_STATUS} ${CI_COMMIT_SHA} ${CI_REPO}" } }]';
    expect(plan(text)[1]?.environment).toMatchObject({
      A: 'success success c0ffee00 octocat/hello',
    });
  });

  it('fills variables with secrets: the exact name, else ignoring case, else empty', () => {
    const text = `kind: pipeline
type: exec
environment: { SHARED: { from_secret: shared } }
steps:
  - name: build
    environment:
      TOKEN: { from_secret: TOKEN }
      LOWER: { from_secret: Shared }
      ABSENT: { from_secret: absent }
`;
    const secrets = [
      { name: 'token', data: 'other' },
      { name: 'TOKEN', data: 'exact' },
      { name: 'shared', data: 'for all' },
    ];
    const [clone, build] = plan(text, { secrets });
    expect(clone?.environment).toMatchObject({ SHARED: 'for all' });
    expect(build?.environment).toMatchObject({
      SHARED: 'for all',
      TOKEN: 'exact',
      LOWER: 'for all',
      ABSENT: '',
    });
  });

  it('hides variables of a container pipeline from the clone, which runs on the host', () => {
    const environment =
      '{ GIT_CONFIG_COUNT: 1, GIT_CONFIG_KEY_0: core.fsmonitor, PATH: /drone/src, CI: own }';
    const cloneOf = (type: string) => {
      const text = `kind: pipeline\ntype: ${type}\nenvironment: ${environment}\nsteps: []\n`;
      return plan(text, { stage: { type } })[0]?.environment;
    };
    expect(cloneOf('exec')).toMatchObject({ GIT_CONFIG_COUNT: '1', PATH: '/drone/src' });
    const names = Object.keys(cloneOf('docker') ?? {});
    expect(names.filter((name) => !/^(?:DRONE|CI)(?:_|$)|^GIT_(?!CONFIG)/.test(name))).toEqual([]);
    expect(cloneOf('docker')).toMatchObject({ CI: 'true', DRONE_BRANCH: 'main' });
  });

  it('omits the clone if the pipeline disables it', () => {
    const steps = plan(`clone: { disable: true }\n${config}`);
    expect(steps.map((step) => step.name)).toEqual(['build', 'notify']);
    expect(steps[0]?.dependsOn).toEqual([]);
  });

  it.each([
    ['kind: pipe', 'The pipeline file is not valid: line 1'],
    [`${config}\nname: other`, 'The pipeline file has no pipeline named "default"'],
    ['kind: pipeline\nsteps: [{ name: clone }]', 'no step may be named "clone" without'],
    [
      'kind: pipeline\nsteps: [{ name: a, image: b, privileged: true }]',
      'line 2, column 42: steps[a].privileged needs a trusted repository',
    ],
    [
      'kind: pipeline\nsteps: [{ name: a, image: b, "priv\\\\x69leged": true }]',
      'steps[a].privileged needs a trusted repository',
    ],
    [
      'kind: pipeline\nsteps: [{ name: a, image: b, "${NONE:-network_mode}": host }]',
      'steps[a].network_mode needs a trusted repository',
    ],
  ])('reports why a file cannot run', (text, message) => {
    expect(() => plan(text)).toThrow(message);
  });

  it('allows privileged features in a trusted repository', () => {
    const text = 'kind: pipeline\nsteps: [{ name: a, image: b, privileged: true }]';
    expect(plan(text, { repo: { trusted: true } })[1]?.container).toMatchObject({
      image: 'b',
      privileged: true,
    });
  });

  it.each([
    ['plugins/docker:20', '', true],
    ['docker.io/plugins/ecr', '', true],
    [`plugins/gcr:1.2@sha256:${'0'.repeat(64)}`, ', environment: { DOCKER_USERNAME: me }', true],
    ['plugins/docker', ', commands: [sh]', false],
    ['plugins/docker', ', entrypoint: sh', false],
    ['plugins/docker', ', command: sh', false],
    ['plugins/docker', ', user: build', false],
    ['plugins/docker', ', environment: { LD_PRELOAD: /drone/src/own.so }', false],
    ['plugins/docker', ', environment: { DOCKER_CONFIG: { from_secret: folder } }', false],
    ['plugins/slack', '', false],
    ['Plugins/docker', '', false],
    ['quay.io/plugins/docker', '', false],
    ['docker.io:443/plugins/docker', '', false],
    ['docker.io/docker.io/plugins/docker', '', false],
    ['library/plugins/docker', '', false],
    ['plugins/docker/own', '', false],
    ['plugins/docker:5000/own/image', '', false],
    ['plugins/docker@own', '', false],
    ['"plugins/docker\\n"', '', false],
  ])('grants %s%s its privileges: %s', (image, rest, expected) => {
    const text = `kind: pipeline\nsteps: [{ name: a, image: ${image}${rest} }]`;
    expect(plan(text)[1]?.container?.privileged).toBe(expected);
  });

  it('gives a privileged plugin no cache folder, which could cover its programs', () => {
    const text = (keys: string) =>
      `kind: pipeline\ncache: { key: a, paths: [deps, ~/.docker] }\nsteps: [{ name: a, image: plugins/docker${keys} }, { name: b, image: c, commands: [d] }]`;
    const steps = plan(text(''));
    expect(steps.map(({ container }) => container?.cacheFolders)).toEqual([
      undefined,
      ['~/.docker'],
      [],
      ['~/.docker'],
      ['~/.docker'],
    ]);
    expect(steps[2]?.container?.privileged).toBe(true);
    const own = plan(text(', cache: { key: b, paths: /opt/x }'));
    expect(own[2]?.container).toMatchObject({
      privileged: false,
      cacheFolders: ['~/.docker', '/opt/x'],
    });
  });

  it.each([
    ['DOCKER_PLUGIN_CONFIG'],
    ['PLUGIN_CONFIG'],
    ['PLUGIN_ENV_FILE'],
    ['AWS_CONFIG_FILE'],
    ['AWS_SHARED_CREDENTIALS_FILE'],
    ['BUILDX_CONFIG'],
    ['GIT_SSH_COMMAND'],
    ['GOOGLE_APPLICATION_CREDENTIALS'],
    ['XTABLES_LIBDIR'],
  ])('denies a plugin its privileges with the variable %s', (name) => {
    const text = `kind: pipeline\nsteps: [{ name: a, image: plugins/docker, environment: { ${name}: x } }]`;
    expect(plan(text)[1]?.container?.privileged).toBe(false);
  });

  it.each([
    ['config'],
    ['storage_path'],
    ['storage-driver'],
    ['artifact_file'],
    ['Env_File'],
    ['secret'],
    ['secrets_from_file'],
    ['cosign_params'],
    ['bip'],
    ['made_up'],
  ])('requires trust if a privileged plugin has the setting %s', (name) => {
    const text = `kind: pipeline\nsteps: [{ name: a, image: plugins/docker, settings: { repo: own, ${name}: x } }]`;
    expect(() => plan(text)).toThrow(
      `Step "a": the setting "${name}" of plugins/docker needs a trusted repository`,
    );
    expect(plan(text, { repo: { trusted: true } })[1]?.container?.privileged).toBe(true);
    for (const other of [
      text.replace('plugins/docker', 'plugins/slack'),
      text.replace('settings', 'environment: { DOCKER_HOST: tcp://elsewhere }, settings'),
    ]) {
      expect(plan(other)[1]?.container?.privileged).toBe(false);
    }
    expect(plan(text.replace('settings', 'when: { event: tag }, settings'))).toHaveLength(1);
    expect(plan(text.replace('pipeline', 'pipeline\ntype: exec'))).toHaveLength(2);
  });

  it('grants plugins their privileges with common settings', () => {
    const names = [
      'access_key',
      'auto_tag',
      'auto_tag_suffix',
      'build_args',
      'build_args_from_env',
      'cache_from',
      'context',
      'create_repository',
      'custom_dns',
      'daemon_off',
      'docker_password',
      'docker_username',
      'dockerfile',
      'dry_run',
      'insecure',
      'json_key',
      'mirror',
      'no_cache',
      'password',
      'purge',
      'region',
      'registry',
      'repo',
      'secret_key',
      'tag',
      'tags',
      'use_cache',
      'username',
    ];
    const settings = names.map((name) => `${name}: x`).join(', ');
    const text = `kind: pipeline\nsteps: [{ name: a, image: plugins/ecr, settings: { ${settings} } }]`;
    expect(plan(text)[1]?.container?.privileged).toBe(true);
  });

  it.each([
    ['workspace: { base: /go, path: src/tool }', true],
    ['workspace: { path: /drone/tool }', true],
    ['workspace: { base: /usr/local/bin }', false],
    ['workspace: { base: /drone/../lib64/x }', false],
    ['workspace: { path: / }', false],
    ['environment: { PATH: /drone/src }', false],
    ['environment: { DOCKER_BUILDKIT: 1 }', true],
  ])('grants a plugin its privileges in a pipeline with %s: %s', (rest, expected) => {
    const text = `kind: pipeline\n${rest}\nsteps: [{ name: a, image: plugins/docker }]`;
    expect(plan(text)[1]?.container?.privileged).toBe(expected);
  });

  it('denies a service its privileges if its check runs a command in it', () => {
    const privileged = (check: string) =>
      plan(
        `kind: pipeline\nservices: [{ name: a, image: plugins/docker, ready: { ${check} } }]\nsteps: [{ name: b, image: c }]`,
      ).find(({ name }) => name === 'a')?.container?.privileged;
    expect(privileged('tcp: 2375')).toBe(true);
    expect(privileged('command: [id]')).toBe(false);
  });

  it.each([
    ['image: b, settings: { deep: [{ key: { from_secret: KEY } }] }', false],
    ['image: b, environment: { A: { from_secret: key } }', false],
    ['image: b, environment: { A: { from_secret: other } }', true],
  ])('gives the outputs of others to a step with %s: %s', (step, expected) => {
    const text = `kind: pipeline\nsteps: [{ name: a, ${step} }]`;
    const secrets = [
      { name: 'key', data: 'x', isForImages: true },
      { name: 'other', data: 'y' },
    ];
    expect(plan(text, { secrets })[1]?.takesOutputs).toBe(expected);
    expect(plan(text, { secrets })[1]?.noTerminal === undefined).toBe(expected);
  });

  it('refuses a secret for images to a step that gets another program when the file is read', () => {
    const text = `kind: pipeline
steps: [{ name: a, image: b, s: 1, environment: { A: { from_secret: key }, LD_PRELOAD: own.so } }]`;
    const secrets = [{ name: 'key', data: 'x', isForImages: true }];
    expect(() => plan(text, { secrets })).toThrow('Step "a" may not use the secret "key"');
  });

  it('denies plugin privileges if parameters decide which program runs', () => {
    const text = 'kind: pipeline\nsteps: [{ name: a, image: plugins/docker }]';
    const privilegedWith = (params: Record<string, string>) =>
      plan(text, { build: { params } })[1]?.container?.privileged;
    expect(privilegedWith({ TAG: '1' })).toBe(true);
    expect(privilegedWith({ BASH_ENV: '/drone/src/own' })).toBe(false);
  });

  it('starts services first, and stops them last', () => {
    const text = `kind: pipeline
services:
  - { name: db, image: postgres }
  - { name: queue, image: nats, when: { event: tag } }
steps:
  - { name: test, image: node, commands: [npm test] }
  - { name: watch, image: node, commands: [npm start], detach: true }
`;
    expect(
      plan(text).map(({ name, dependsOn, isDetached }) => [name, dependsOn, isDetached]),
    ).toEqual([
      ['clone', [], false],
      ['db', ['clone'], true],
      ['test', ['db'], false],
      ['watch', ['test'], true],
    ]);
  });

  it('substitutes variables of the build, but not of the pipeline or its secrets', () => {
    const text = `kind: pipeline
environment: { OWN: mine }
steps:
  - name: publish
    image: plugins/docker:\${DRONE_BRANCH}
    environment: { A: '\${DRONE_COMMIT_SHA:0:4} \${OWN} $\${OWN}' }
    settings: { tags: ['\${DRONE_BRANCH}', '\${TOKEN}'] }
`;
    const secrets = [{ name: 'TOKEN', data: 's3cret' }];
    expect(plan(text, { secrets })[1]).toMatchObject({
      container: { image: 'plugins/docker:main' },
      environment: { A: 'c0ff  ${OWN}', PLUGIN_TAGS: 'main,' },
    });
  });

  it('picks the pipeline for the platform among duplicate names', () => {
    const pipeline = (arch: string) =>
      `kind: pipeline\ntype: exec\nplatform: { arch: ${arch} }\nsteps: [{ name: ${arch}, commands: [a] }]\n`;
    const text = `${pipeline('arm64')}---\n${pipeline('amd64')}`;
    expect(plan(text)[1]?.name).toBe('amd64');
  });
});

describe('settings of the runner', () => {
  it('set variables of all steps, which the pipeline and its steps can replace', () => {
    const settings = {
      ...defaultStageSettings,
      environment: { PROXY: 'http://proxy', OWN: 'runner', SHARED: 'runner', DRONE_COMMIT: 'x' },
    };
    const [, build] = plan(config, {}, settings);
    expect(build?.environment).toMatchObject({
      PROXY: 'http://proxy',
      OWN: 'step',
      SHARED: 'pipeline',
    });
    expect(build?.environment.DRONE_COMMIT).not.toBe('x');
  });

  it('grant privileges to plugins by their image', () => {
    const settings = { ...defaultStageSettings, privilegedImages: ['acme/build-*'] };
    const privileged = (step: string) =>
      plan(`kind: pipeline\nsteps: [{ name: a, ${step} }]`, {}, settings).find(
        ({ name }) => name === 'a',
      )?.container?.privileged;
    expect(privileged('image: acme/build-images:1')).toBe(true);
    expect(privileged('image: acme/test')).toBe(false);
    expect(privileged('image: acme/build-images, commands: [id]')).toBe(false);
    expect(privileged('image: acme/build-images, environment: { PATH: /mine }')).toBe(false);
    expect(privileged('image: acme/build-images, environment: { NODE_OPTIONS: -rx }')).toBe(false);
  });

  it('deny privileges to such a plugin if the sources may cover its programs', () => {
    const settings = { ...defaultStageSettings, privilegedImages: ['acme/*'] };
    const privileged = (base: string) =>
      plan(
        `kind: pipeline\nworkspace: { base: ${base} }\nsteps: [{ name: a, image: acme/b }]`,
        {},
        settings,
      )[1]?.container?.privileged;
    expect(privileged('/drone/tool')).toBe(true);
    expect(privileged('/app')).toBe(false);
  });
});
