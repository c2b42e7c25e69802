import { expect, it } from 'vitest';
import { combineFiles, namePipelineFile, splitFiles } from './combined-files.ts';
import { findIncludeDocuments } from './include-documents.ts';
import { formatProblem, parsePipelineFile } from './parse-pipeline-file.ts';
import { findTemplateDocuments } from './template-documents.ts';

const pipeline = (name: string, more = '') =>
  `kind: pipeline\ntype: exec\nname: ${name}\nsteps: [{ name: a, commands: [make] }]\n${more}`;

/** Lists the problems of files that are read as one. */
function problemsOf(files: Record<string, string>) {
  const named = Object.entries(files).map(([path, text]) => ({ path, text }));
  const { problems } = parsePipelineFile(combineFiles(named));
  return problems.map((problem) => `${problem.severity}: ${formatProblem(problem)}`);
}

it('reads the documents of all files', () => {
  const text = combineFiles([
    { path: '.drone.yml', text: pipeline('a').trimEnd() },
    { path: '.drone/b.yml', text: `---\r\n${pipeline('b', 'depends_on: [a]\n')}` },
    { path: '.drone/empty.yml', text: '' },
    { path: '.drone/c.yml', text: `${pipeline('c')}---\n${pipeline('d')}...\n` },
  ]);
  const { pipelines, problems } = parsePipelineFile(text);
  expect(pipelines.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(problems).toEqual([]);
});

it('names the file and its line in problems', () => {
  const files = {
    '.drone.yml': pipeline('a', 'x: 1\n'),
    '.drone/b.yml': `# comment\n${pipeline('b', 'y: 1\n')}`,
    '.drone/c.yml': `${pipeline('c')}---\n${pipeline('d', 'steps2: []\n')}`,
  };
  expect(problemsOf(files)).toEqual([
    'warning: .drone.yml: line 5, column 1: unknown key "x" in a pipeline',
    'warning: .drone/b.yml: line 6, column 1: unknown key "y" in a pipeline',
    expect.stringMatching(/^warning: \.drone\/c\.yml: line 10, column 1: unknown key "steps2"/),
  ]);
});

it.each([
  ['steps: [\n', /^error: \.drone\/b\.yml: line \d+, column \d+: /],
  ['name: "open\n', /^error: \.drone\/b\.yml: line \d+, column \d+: /],
  ['a: b: c\n', /^error: \.drone\/b\.yml: line 1, column \d+: /],
  [`${pipeline('b')} x: 1\n`, /^error: \.drone\/b\.yml: line [45], column \d+: /],
])('names the file that is not YAML: %j', (text, message) => {
  const files = {
    '.drone.yml': pipeline('a'),
    '.drone/b.yml': text,
    '.drone/c.yml': pipeline('c'),
  };
  expect(problemsOf(files)[0]).toMatch(message);
  const long = { ...files, '.drone/d.yml': `${pipeline('d')}# ${'x'.repeat(60_000)}\n` };
  expect(problemsOf(long)[0]).toMatch(/^error: \.drone\/b\.yml: /);
});

it('describes errors of many long files without the slow parser', () => {
  const long = `${'# comment\n'.repeat(4000)}steps:\n- a\n b: c\n`;
  const files = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.yml`, long]));
  const problems = problemsOf(files);
  expect(problems.map((problem) => problem.slice(0, 'error: a.yml: line 400'.length))).toEqual([
    'error: a.yml: line 400',
    'error: b.yml: line 400',
    'error: c.yml: line 400',
  ]);
  expect(problems[1]).not.toContain('check the indentation');
});

it('rejects a name that two files give to a pipeline', () => {
  expect(problemsOf({ '.drone.yml': pipeline('a'), '.drone/b.yml': pipeline('a') })).toEqual([
    'error: .drone/b.yml: line 3, column 7: .drone.yml has a pipeline named "a" too',
  ]);
  expect(problemsOf({ '.drone.yml': `${pipeline('a')}---\n${pipeline('a')}` })).toEqual([
    'warning: .drone.yml: line 8, column 7: a second pipeline is named "a"',
  ]);
});

it('splits a text into its files again', () => {
  const files = [
    { path: 'a.yml', text: '' },
    { path: 'b.yml', text: '---\nb: 1\n---\nc: 1\n' },
    { path: 'c.yml', text: '# file: x\n' },
  ];
  const split = splitFiles(combineFiles(files));
  expect(split.map(({ path, text }) => ({ path, text: text && `${text.trimEnd()}\n` }))).toEqual(
    files,
  );
  expect(splitFiles('a: 1\n---\nb: 1\n')).toEqual([]);
});

it('names the first file in problems of the whole text', () => {
  expect(problemsOf({ '.drone.yml': '', '.drone/b.yml': '# nothing\n' })).toEqual([
    'error: .drone.yml: line 1, column 1: the file has no pipeline',
  ]);
});

it('places includes and templates in their files', () => {
  const include = 'include: a.yml\n';
  const template = '# x\nkind: template\nload: a.yml\n';
  const text = combineFiles([
    { path: 'a.yml', text: pipeline('a') },
    { path: 'b.yml', text: include },
    { path: 'c.yml', text: template },
  ]);
  expect(findIncludeDocuments(text)).toMatchObject([{ file: 'b.yml', line: 1 }]);
  expect(findTemplateDocuments(text)).toMatchObject([{ file: 'c.yml', line: 2 }]);
});

it('reads comments of a single file as comments', () => {
  const text = `${pipeline('a')}---\n# file: other.yml\n${pipeline('b', 'x: 1\n')}`;
  expect(parsePipelineFile(text).problems).toMatchObject([{ line: 11 }]);
  expect(namePipelineFile('.drone.yml', text, 'no')).toBe('.drone.yml: no');
  const combined = combineFiles([{ path: '.drone.yml', text }]);
  expect(namePipelineFile('.drone.yml', combined, 'no')).toBe('no');
});
