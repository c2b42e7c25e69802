import { describe, expect, it } from 'vitest';
import { parsePipelineFile } from '../parse-pipeline-file.ts';
import type { Values } from './extract-expressions.ts';

const fileOf = (value: string) => `kind: pipeline
steps:
- name: s
  environment:
    V: ${value}
`;
const variableOf = (value: string, values: Record<string, string>) =>
  parsePipelineFile(fileOf(value), { values }).pipelines[0]?.steps[0]?.environment.V;

// Results of envsubst and of the parser of existing runners.
describe('a fallback in quotes', () => {
  it.each([
    ['"${X:-a\n      b}"', 'a b'],
    ["'${X:-a\n\n      b}'", 'a\nb'],
    ['${X:-a\n      b}', 'a b'],
    ["'${X:-it''s}'", "it's"],
    [`'\${X:-a"b}'`, 'a"b'],
    ['"${X:-a\\"b}"', 'a"b'],
    ['"${X:-a\\tb}"', 'a\tb'],
    ['"${X:-\\u00e9}"', 'é'],
    ['"${X:-a \\\n      b}"', 'a b'],
    ['|\n      a ${X:-b\n        c} d', 'a b\n  c d\n'],
    ['>\n      a ${X:-b\n      c} d', 'a b c d\n'],
    ["'${X:-it''s ${Z:-it''s}}'", "it's it's"],
    ['${X:-a # c}', 'a'],
  ])('%j is parsed with its quotes', (source, expected) => {
    expect(variableOf(source, {})).toBe(expected);
  });

  it.each([
    ['"${X:-a\n      b}"', 'a"b\n'],
    ["'${X:-it''s ${Y:-b}} ${Y}'", 'a"b\n '],
  ])('%j is replaced by the unchanged value', (source, expected) => {
    expect(variableOf(source, { X: 'a"b\n' })).toBe(expected);
  });

  it('that contains the surrounding quote is an error, as before the substitution', () => {
    const text = fileOf('"${X:-a"b}"');
    const values: Values[] = [{}, { X: 'x' }];
    for (const options of [{}, ...values.map((each) => ({ values: each }))]) {
      const { problems } = parsePipelineFile(text, options);
      expect(problems).toMatchObject([{ severity: 'error', line: 5 }]);
    }
  });

  it('is parsed with its quotes if a command leaves it to the shell', () => {
    const text = `kind: pipeline\nsteps:\n- name: s\n  commands: ['echo \${X:-it''s \${CI_Y:-''}}']\n`;
    const [pipeline] = parsePipelineFile(text, { values: {} }).pipelines;
    expect(pipeline?.steps[0]?.commands).toEqual(["echo ${X:-it's ${CI_Y:-'}}"]);
  });
});
