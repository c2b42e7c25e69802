import type { Setting } from '../model.ts';
import type { SourceNode } from '../source/source-node.ts';
import { fillExpressions, secretOf } from './expressions.ts';
import { addStep, type RegistryLogin, type StepReader } from './step-reader.ts';

/** Reads docker/login-action, for the steps that build images. */
export function readLogin(inputs: SourceNode | undefined, reader: StepReader): RegistryLogin {
  const settings = new Map<string, Setting>();
  for (const key of ['registry', 'username', 'password']) {
    const node = inputs?.get(key);
    const text = node?.readText();
    if (!node || text === undefined) continue;
    const secret = secretOf(text);
    settings.set(
      key,
      secret === undefined
        ? fillExpressions(text, reader.scope, { node, target: reader.pending })
        : { from_secret: secret },
    );
  }
  reader.conversion.skipUnread(reader.pending, inputs, 'docker/login-action');
  return { settings };
}

/** Settings of plugins/docker with the meaning of an input of docker/build-push-action. */
const settingNames: Readonly<Record<string, string>> = {
  context: 'context',
  file: 'dockerfile',
  target: 'target',
  platforms: 'platform',
};

/** Converts docker/build-push-action to a step with the plugin plugins/docker. */
export function addDockerStep(
  node: SourceNode,
  inputs: SourceNode | undefined,
  reader: StepReader,
): boolean {
  const { scope, conversion } = reader;
  const step = addStep(node, reader, 'build-image');
  step.image = 'plugins/docker';
  const fill = (text: string) => fillExpressions(text, scope, { node, target: step });
  const tags = (inputs?.text('tags') ?? '')
    .split(/[\n,]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '');
  const names = tags.map((tag) => /^(.*?)(?::([^:/]*))?$/.exec(fill(tag)) ?? []);
  const repo = names.find(([, name]) => name && !name.includes('$${{'))?.[1];
  if (repo === undefined) {
    conversion.remark(
      step,
      node,
      'Write the name of the image into "repo", because the tags of the action are computed.',
    );
  }
  step.settings.set('repo', repo ?? `\${DRONE_REPO}`);
  const own = names.filter(([, name]) => name === repo).map(([, , tag]) => tag || 'latest');
  if (own.length > 0) step.settings.set('tags', own);
  for (const [, name, tag] of names) {
    if (name !== repo)
      conversion.remark(
        step,
        node,
        `Not converted: the image ${name}:${tag ?? 'latest'}, because the plugin pushes to one repository`,
      );
  }
  for (const [input, setting] of Object.entries(settingNames)) {
    const text = inputs?.text(input);
    if (text) step.settings.set(setting, fill(text));
  }
  const args = inputs?.text('build-args')?.trim();
  if (args)
    step.settings.set(
      'build_args',
      args.split('\n').map((line) => fill(line.trim())),
    );
  if (inputs?.text('push') !== 'true') step.settings.set('dry_run', 'true');
  for (const [key, value] of reader.login?.settings ?? []) step.settings.set(key, value);
  conversion.remark(step, node, 'plugins/docker stands for docker/build-push-action.');
  conversion.skipUnread(step, inputs, 'docker/build-push-action');
  return true;
}
