import { expect, it } from 'vitest';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';

function read(keys: string, { type = 'exec', list = 'steps' } = {}) {
  const text = `kind: pipeline\ntype: ${type}\n${list}:\n- name: a\n  commands: [b]\n${keys}`;
  const { pipelines, problems } = parsePipelineFile(text);
  const [pipeline] = pipelines;
  const files = [...(pipeline?.steps ?? []), ...(pipeline?.services ?? [])][0]?.files;
  return { files, problems: problems.map(formatProblem) };
}

const none = { artifact: [], junit: [], summary: [] };

it('reads the file patterns of a step, as texts or lists', () => {
  const keys = `  artifacts: [ 'dist/**', ./out.zip ]\n  reports: { junit: 'reports/*.xml' }\n  summary: a.md`;
  expect(read(keys)).toEqual({
    files: { artifact: ['dist/**', 'out.zip'], junit: ['reports/*.xml'], summary: ['a.md'] },
    problems: [],
  });
});

it.each([
  [
    '  artifacts: /etc/passwd',
    'line 6, column 14: steps[a].artifacts must be a path inside the workspace, not "/etc/passwd"',
  ],
  [
    '  artifacts: [ a, b/../../c ]',
    'line 6, column 19: steps[a].artifacts[1] must be a path inside the workspace, not "b/../../c"',
  ],
  [
    '  reports:\n    junit: [ .. ]',
    'line 7, column 14: steps[a].reports.junit[0] must be a path inside the workspace, not ".."',
  ],
  ['  summary: { a: b }', 'line 6, column 12: steps[a].summary must be a list'],
  ['  reports: { tap: a }', 'line 6, column 14: unknown key "tap" in reports'],
])('reports error and position for %j', (keys, problem) => {
  expect(read(keys).problems).toEqual([expect.stringContaining(problem)]);
});

it('ignores files of a service, because the stage does not wait for it', () => {
  const { files, problems } = read('  artifacts: a', { type: 'docker', list: 'services' });
  expect(files).toEqual(none);
  expect(problems.join('\n')).toContain('unknown key "artifacts" in a service');
});

it('ignores pipelines for other runners', () => {
  const { files, problems } = read('  artifacts: { paths: [/a] }', { type: 'vm' });
  expect(files).toEqual(none);
  expect(problems.join('\n')).not.toContain('artifacts');
});
