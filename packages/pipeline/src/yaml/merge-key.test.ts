import { describe, expect, it } from 'vitest';
import { parsePipelineFile } from '../parse-pipeline-file.ts';

/** Each expectation is the result of the parser of existing servers and runners. */
function read(text: string) {
  const { pipelines, problems } = parsePipelineFile(text);
  const [pipeline] = pipelines;
  if (!pipeline) throw new Error(`No pipeline in ${text}`);
  return { pipeline, steps: pipeline.steps, problems };
}
const pipelineOf = (...lines: string[]) => ['kind: pipeline', 'name: a', ...lines, ''].join('\n');
const stepsOf = (...steps: string[]) => pipelineOf('steps:', ...steps.map((step) => `- ${step}`));
const base = `base: &base
  image: node
  commands: [one, two]
  environment: { A: 1, TOKEN: { from_secret: token }, KEY: { from_secret: key } }
  settings: { repo: r, password: { from_secret: password }, nested: { a: 1 } }
  when: { event: [push], status: { exclude: [failure] } }`;
const withBase = (step: string) => pipelineOf(base, 'steps:', `- { ${step} }`);

describe('a key beside a merge key', () => {
  it.each([
    ['environment', 'B: 2, TOKEN: plain, KEY: {}', { A: '1', B: '2', TOKEN: 'plain', KEY: '' }],
    [
      'settings',
      'repo: q, nested: { b: 2 }',
      { repo: 'q', password: { from_secret: 'password' }, nested: { b: 2 } },
    ],
    [
      'when',
      'branch: main, status: success',
      [
        {
          branch: { include: ['main'], exclude: [] },
          event: { include: ['push'], exclude: [] },
          status: { include: ['success'], exclude: [] },
        },
      ],
    ],
  ] as const)('joins %s key by key', (key, own, expected) => {
    const [step] = read(withBase(`name: a, <<: *base, ${key}: { ${own} }`)).steps;
    expect(step?.[key]).toEqual(expected);
    expect(step?.image).toBe('node');
  });

  it('joins maps of a pipeline', () => {
    const { pipeline } = read(
      pipelineOf(
        'x: &x { platform: { os: darwin, arch: arm64 }, workspace: { base: /b, path: p },',
        '  clone: { depth: 5 }, node: { a: 1, b: 2 }, environment: { A: 1 }, trigger: { event: tag } }',
        '<<: *x',
        'platform: { os: linux }',
        'workspace: { path: q }',
        'clone: { disable: true }',
        'node: { b: 3 }',
        'environment: { B: 2 }',
        'trigger: { branch: main }',
      ),
    );
    expect(pipeline).toMatchObject({
      platform: { os: 'linux', arch: 'arm64' },
      workspace: { base: '/b', path: 'q' },
      clone: { disable: true, depth: 5 },
      node: { a: '1', b: '3' },
      environment: { A: '1', B: '2' },
      trigger: [{ event: { include: ['tag'] }, branch: { include: ['main'] } }],
    });
  });

  it('replaces lists and texts', () => {
    const [step] = read(withBase('name: a, <<: *base, image: go, commands: [three]')).steps;
    expect(step).toMatchObject({ image: 'go', commands: ['three'] });
  });

  it('removes merged values with null', () => {
    const [step] = read(withBase('name: a, <<: *base, environment: , when: ~, commands: ')).steps;
    expect(step).toMatchObject({ environment: {}, when: [{}], commands: [] });
  });

  it('is overridden by a merge below it', () => {
    const [step] = read(
      withBase('name: a, image: go, environment: { A: own }, when: { event: tag }, <<: *base'),
    ).steps;
    expect(step).toMatchObject({
      image: 'node',
      environment: { A: '1' },
      when: [{ event: { include: ['push'] } }],
    });
  });

  it('is merged in the same order in plain data', () => {
    const merge = '<<: { b: 2, c: 3 }';
    const [step] = read(
      stepsOf(`{ name: a, settings: { x: { b: 1, ${merge} }, z: { ${merge}, b: 1 } } }`),
    ).steps;
    expect(step?.settings).toEqual({ x: { b: 2, c: 3 }, z: { b: 1, c: 3 } });
  });
});

describe('a merge of several maps', () => {
  it('uses the first map that has a key, and joins nested maps', () => {
    const merged = '[{ environment: { A: 1, B: 1 } }, { environment: { B: 2, D: 2 }, image: x }]';
    const [step] = read(stepsOf(`{ name: d, environment: { C: 1 }, <<: ${merged} }`)).steps;
    expect(step).toMatchObject({ image: 'x', environment: { A: '1', B: '1', C: '1', D: '2' } });
  });
});

describe('a merge of something else', () => {
  it.each(['5', '', 'text', '[5]', '[{}, null]', '[[{}]]'])('is an error: <<: %s', (value) => {
    const merge = `<<: ${value}`;
    for (const step of [
      `{ name: s, ${merge} }`,
      `{ name: s, settings: { ${merge} } }`,
      `{ name: s, settings: { deep: { ${merge} } } }`,
    ]) {
      const errors = read(stepsOf(step)).problems.filter(({ severity }) => severity === 'error');
      expect(errors).toMatchObject([{ severity: 'error', line: 4 }]);
      expect(errors[0]?.message).toContain('"<<" must have a map or a list of maps');
    }
  });

  it('is an error if it comes from an alias', () => {
    const { problems } = read(pipelineOf('x: &x [{ image: q }]', 'steps: [{ name: s, <<: *x }]'));
    expect(problems).toContainEqual(expect.objectContaining({ severity: 'error', line: 3 }));
  });

  it('is ignored in an unused key', () => {
    const { problems } = read(pipelineOf('x-y: { <<: 5 }', 'steps: [{ name: s, image: i }]'));
    expect(problems).toEqual([]);
  });

  it('is an ordinary key in quotes', () => {
    const [step] = read(stepsOf('{ name: s, settings: { "<<": 5 } }')).steps;
    expect(step?.settings).toEqual({ '<<': 5 });
  });
});

describe('a duplicate key', () => {
  it('is joined if its values are maps; otherwise the last value is used', () => {
    const { pipeline, problems } = read(
      pipelineOf(
        'environment: { A: 1 }',
        'environment: { B: 1 }',
        'trigger: { event: push }',
        'trigger: { branch: main }',
        'steps: [{ name: s }]',
        'steps: [{ name: t, image: i, image: j, settings: { a: { x: 1 }, a: { z: 1 } } }]',
      ),
    );
    expect(pipeline).toMatchObject({
      environment: { A: '1', B: '1' },
      trigger: [{ event: { include: ['push'] }, branch: { include: ['main'] } }],
      steps: [{ name: 't', image: 'j', settings: { a: { z: 1 } } }],
    });
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual(
      expect.arrayContaining([
        '4 "environment" is a duplicate key; write it once',
        '6 "trigger" is a duplicate key; write it once',
        '8 "steps" is a duplicate key; the last value is used',
      ]),
    );
  });
});

describe('an empty item of a condition', () => {
  it.each([
    ['[null]', [''], []],
    ['[push, ~]', ['push', ''], []],
    ['{ include: [null] }', [''], []],
    ['{ exclude: [null] }', [], ['']],
    ['""', [''], []],
    ['', [], []],
    ['[]', [], []],
    ['{ include: , exclude: [push] }', [], ['push']],
  ])('matches only the empty value: event: %s', (event, include, exclude) => {
    const { pipeline, steps } = read(
      pipelineOf(`trigger: { event: ${event} }`, `steps: [{ name: s, when: { event: ${event} } }]`),
    );
    expect(pipeline.trigger[0]?.event).toEqual({ include, exclude });
    expect(steps[0]?.when[0]?.event).toEqual({ include, exclude });
  });
});
