import type { Repo } from '@millrace/contract/api';
import { parsePipelineFile } from '@millrace/pipeline';
import { describe, expect, it } from 'vitest';
import type { BuildInput } from '../builds/build-input.ts';
import { PipelineReader } from '../pipeline-files/pipeline-reader.ts';
import { ConfigError } from './config-error.ts';
import { convertConfig } from './convert-config.ts';

const request: BuildInput = {
  event: 'push',
  trigger: '@hook',
  sender: 'ada',
  ref: 'refs/heads/main',
  target: 'main',
  params: { level: 'high' },
  commit: {
    sha: 'c0ffee',
    message: 'Change things',
    authorLogin: 'ada',
    authorName: 'Ada',
    authorEmail: 'ada@example.com',
    authorAvatar: '',
    committedSec: 1,
  },
};

const templates: Record<string, string> = {
  'steps.yaml': `kind: pipeline
name: {{ .input.name }}
steps:
{{- range .input.commands }}
  - name: {{ . }}
    commands: [ {{ . }} ]
{{- end }}
{{- if eq .build.event "push" }}
  - name: push-of-{{ .repo.name }}-{{ .build.params.level }}
{{- end }}
`,
  'steps.jsonnet': `{
  kind: 'pipeline', name: std.extVar('input.name'),
  steps: [{ name: c, commands: [std.extVar('build.branch')] } for c in std.extVar('input.commands')],
}`,
  'steps.starlark': `
def main(ctx):
    return [{"kind": "pipeline", "name": ctx.input.name, "steps": [
        {"name": c, "environment": {"SHA": ctx.build.commit, "L": ctx.build.params["level"]}}
        for c in ctx.input.commands
    ]}]
`,
  'long.star': 'def main(ctx):\n  for i in range(400000): pass\n  return {"kind": "pipeline"}\n',
  'wide.yaml': '{{ range 100000 }}# text\n{{ end }}',
  'broken.yaml': 'kind: pipeline\nname: {{ .input.nope }}\n',
  'broken.jsonnet': '{\n  a: error "no luck"\n}',
  'broken.star': 'def main(ctx):\n    return ctx.nope\n',
};

const convert = (text: string, path = '.drone.yml', addScriptMs = (_usedMs: number) => {}) =>
  convertConfig(
    {
      addScriptMs,
      findTemplate: async (namespace, name) => (namespace === 'octo' ? templates[name] : undefined),
      pipelineReader: new PipelineReader(),
    },
    { namespace: 'octo', name: 'hello', slug: 'octo/hello', config_path: path } as Repo,
    request,
    text,
  );

const isPositive = (ms: number) => ms > 0;

async function pipelinesOf(text: string, path?: string) {
  const file = parsePipelineFile(await convert(text, path));
  expect(file.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return file.pipelines;
}

const load = (name: string) =>
  `kind: template\nload: ${name}\ndata:\n  name: made\n  commands: [one, two]\n`;

describe('YAML', () => {
  it('does not change without templates', async () => {
    const text = 'kind: pipeline\r\nname: a # template\r\nsteps: [{ name: b }]\r\n...\n';
    expect(await convert(text)).toBe(text);
    expect(await convert('kind: [broken\ntemplate')).toBe('kind: [broken\ntemplate');
  });

  it.each(['steps.yaml', 'steps.jsonnet', 'steps.starlark'])('loads %s', async (name) => {
    const [made] = await pipelinesOf(load(name));
    expect(made?.name).toBe('made');
    expect(made?.steps.slice(0, 2).map((step) => step.name)).toEqual(['one', 'two']);
  });

  it('passes build and repository to templates', async () => {
    const [yaml] = await pipelinesOf(load('steps.yaml'));
    expect(yaml?.steps.at(-1)?.name).toBe('push-of-hello-high');
    const [jsonnet] = await pipelinesOf(load('steps.jsonnet'));
    expect(jsonnet?.steps[0]?.commands).toEqual(['main']);
    const [starlark] = await pipelinesOf(load('steps.starlark'));
    expect(starlark?.steps[0]?.environment).toEqual({ SHA: 'c0ffee', L: 'high' });
  });

  it('does not change other documents', async () => {
    const other = 'kind: pipeline\n{<<: 5}: x\n<<: 5\n';
    expect(await convert(`${load('steps.yaml')}---\n${other}`)).toContain(other);
  });

  it('keeps the text around templates, in order', async () => {
    const own = (name: string) => `kind: pipeline\nname: ${name}\nsteps: [{ name: x }]\n`;
    const text = `# first\n${own('a')}---\n${load('steps.yaml')}...\n---\n${own('b')}--- # last\n${load('steps.starlark')}`;
    expect((await pipelinesOf(text)).map((pipeline) => pipeline.name)).toEqual([
      'a',
      'made',
      'b',
      'made',
    ]);
  });
});

describe('a script', () => {
  it('may be Jsonnet, with one pipeline or several', async () => {
    const source = `local p(name) = { kind: 'pipeline', name: name, steps: [{ name: std.extVar('build.event') }] };\n`;
    expect(
      await pipelinesOf(`${source}p(std.extVar('repo.name'))`, '.drone.jsonnet'),
    ).toMatchObject([{ name: 'hello', steps: [{ name: 'push' }] }]);
    expect(await pipelinesOf(`${source}[p('a'), p('b')]`, 'ci/.drone.jsonnet')).toHaveLength(2);
  });

  it.each(['.drone.star', '.drone.starlark', '.drone.script'])(
    'may be Starlark: %s',
    async (path) => {
      const source = `def main(ctx):\n  return {"kind": "pipeline", "name": ctx.repo.slug, "environment": {"A": "yes", "B": "1.40"}, "steps": [{"name": "x"}]}\n`;
      const [pipeline] = await pipelinesOf(source, path);
      expect(pipeline?.name).toBe('octo/hello');
      expect(pipeline?.environment).toEqual({ A: 'yes', B: '1.40' });
    },
  );

  it('may return template documents', async () => {
    const source = `[{ kind: 'template', load: 'steps.yaml', data: { name: 'y', commands: ['c'] } }]`;
    expect(await pipelinesOf(source, '.drone.jsonnet')).toMatchObject([{ name: 'y' }]);
  });
});

describe('an error contains file or template, line and reason', () => {
  it.each([
    [load('broken.yaml'), '.drone.yml', 'template broken.yaml: line 2: .input.nope has no value'],
    [load('broken.jsonnet'), '.drone.yml', 'template broken.jsonnet: line 2: no luck'],
    [load('broken.star'), '.drone.yml', /^template broken\.star: line 2: .*nope/],
    [
      `kind: pipeline\n---\n${load('absent.yaml')}`,
      '.drone.yml',
      '.drone.yml: line 3: there is no template "absent.yaml" in the organization octo',
    ],
    [
      'kind: template\n',
      '.drone.yml',
      '.drone.yml: line 1: load is missing; it names the template',
    ],
    ['kind: template\nload: a\ndata: 5\n', '.drone.yml', '.drone.yml: line 1: data must be a map'],
    [
      'kind: template\nload: a\ndata:\n  a: 1\n  <<: 5\n',
      '.drone.yml',
      '.drone.yml: line 5: data: "<<" must have a map or a list of maps',
    ],
    [
      'kind: template\n<<: 5\nload: a\n',
      '.drone.yml',
      '.drone.yml: line 2: "<<" must have a map or a list of maps',
    ],
    [
      'kind: template\nload: a\ndata: &x { a: *x }\n',
      '.drone.yml',
      '.drone.yml: line 3: "&x" contains itself',
    ],
    ['{\n  a: b\n}', '.drone.jsonnet', '.drone.jsonnet: line 2: Unknown variable: b'],
    ['"text"', '.drone.jsonnet', '.drone.jsonnet: it must give a pipeline, or a list of pipelines'],
    [
      'local f(n) = if n == 0 then {} else [f(n - 1)]; { a: f(200) }',
      '.drone.jsonnet',
      '.drone.jsonnet: the value nests too deeply',
    ],
    ['x = 1\n\ndef main(ctx):\n  return y\n', '.drone.star', /^\.drone\.star: line 4: .*y/],
    ['x = 1\n', '.drone.star', /^\.drone\.star: .*main/],
    ['def main(ctx):\n  return [1]\n', '.drone.star', /it must give a pipeline/],
    [
      'def main(ctx):\n  for a in range(10000000):\n    pass\n',
      '.drone.star',
      /^\.drone\.star: line 2: the scripts of a file may not take so many steps$/,
    ],
  ])('in %j', async (text, path, message) => {
    const error = await convert(text, path).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ConfigError);
    expect(error).toMatchObject({
      status: 400,
      message: expect.stringMatching(asPattern(message)),
    });
  });

  it.each([
    ['long.star', 'template long.star: line 2: the scripts of a file may not take so many steps'],
    ['wide.yaml', /^template wide\.yaml: the value is larger than \d+ bytes$/],
  ])('limits %s', async (name, message) => {
    await convert(load(name));
    const error = convert(Array.from({ length: 50 }, () => load(name)).join('---\n'));
    await expect(error).rejects.toThrow(asPattern(message));
  });

  it('limits data with anchors', async () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `  l${level + 1}: &l${level + 1} [${`*l${level},`.repeat(9)}]`,
    );
    const text = `kind: template\nload: a.yaml\ndata:\n  l0: &l0 [x]\n${levels.join('\n')}\n`;
    await expect(convert(text)).rejects.toThrow('the data is too large');
  });
});

function asPattern(message: string | RegExp): RegExp {
  if (message instanceof RegExp) return message;
  return new RegExp(`^${message.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
}

it('reports the processor time of scripts, also of those that fail', async () => {
  const used: number[] = [];
  const add = (usedMs: number) => void used.push(usedMs);
  await convert(load('steps.starlark'), undefined, add);
  await convert(load('broken.star'), undefined, add).catch(() => {});
  await convert('kind: pipeline\n', undefined, add);
  expect(used).toEqual([expect.toSatisfy(isPositive), expect.toSatisfy(isPositive), 0]);
});
