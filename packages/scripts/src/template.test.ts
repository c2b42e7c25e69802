import { describe, expect, it } from 'vitest';
import { ScriptBudget } from './script-budget.ts';
import { errorOf, run } from './testing/run.ts';

const data = {
  input: {
    name: 'web',
    images: ['node:20', 'node:22'],
    env: { B: '2', A: '1' },
    count: 3,
    publish: true,
    empty: '',
    steps: [
      { name: 'a', commands: ['x', 'y'] },
      { name: 'b', commands: [] },
    ],
  },
  build: { event: 'push', branch: 'main', message: 'Fix "it"' },
  repo: { name: 'project' },
};
const given = { ...data, params: { level: 'high' } };
const render = (source: string) => run('template', source, given);

describe('a template', () => {
  it.each([
    ['text alone', 'a } b { c', 'a } b { c'],
    ['fields', '{{ .input.name }}-{{.build.event}}', 'web-push'],
    [
      'numbers, flags, lists and maps',
      '{{ .input.count }} {{ .input.publish }} {{ .input.images }} {{ .input.env }}',
      '3 true [node:20 node:22] map[A:1 B:2]',
    ],
    ['if', '{{ if .input.publish }}yes{{ end }}{{ if .input.empty }}no{{ end }}', 'yes'],
    ['a missing field in a condition', '{{ if .input.nope.deep }}a{{ else }}b{{ end }}', 'b'],
    [
      'else if',
      '{{ if eq .build.event "tag" }}1{{ else if eq .build.branch "dev" "main" }}2{{ else }}3{{ end }}',
      '2',
    ],
    ['range over a list', '{{ range .input.images }}<{{ . }}>{{ end }}', '<node:20><node:22>'],
    [
      'range with variables',
      '{{ range $i, $x := .input.images }}{{ $i }}={{ $x }} {{ end }}',
      '0=node:20 1=node:22 ',
    ],
    [
      'range with one variable',
      '{{ range $x := .input.images }}{{ $x }} {{ end }}',
      'node:20 node:22 ',
    ],
    [
      'range over a map, in order',
      '{{ range $k, $v := .input.env }}{{ $k }}={{ $v }};{{ end }}',
      'A=1;B=2;',
    ],
    [
      'the whole data inside of range',
      '{{ range .input.images }}{{ $.repo.name }}{{ end }}',
      'projectproject',
    ],
    ['range over nothing', '{{ range .input.nope }}a{{ else }}none{{ end }}', 'none'],
    [
      'range in range',
      '{{ range .input.steps }}{{ .name }}:{{ range .commands }}{{ . }}{{ else }}-{{ end }} {{ end }}',
      'a:xy b:- ',
    ],
    [
      'with',
      '{{ with .input.env }}{{ .A }}{{ end }}{{ with .input.empty }}a{{ else }}{{ .input.count }}{{ end }}',
      '13',
    ],
    [
      'variables',
      '{{ $x := "a" }}{{ if true }}{{ $x = "b" }}{{ $y := "c" }}{{ end }}{{ $x }}',
      'b',
    ],
    ['trimmed space', 'a  \n {{- .input.name -}} \n  b', 'aweb' + 'b'],
    ['comments', 'a{{/* {{ nothing }} */}}b{{- /* c */ -}} d', 'abd'],
    ['pipelines', '{{ .input.name | upper | printf "%s-%d" "x" }}', 'x-%!d(string=WEB)'],
    ['brackets', '{{ if and (eq .build.event "push") (not .input.empty) }}ok{{ end }}', 'ok'],
    ['fields of brackets', '{{ (index .input.steps 1).name }}', 'b'],
    ['quoted braces', '{{ print "}}" `{{` }}', '}}{{'],
    [
      'or and default',
      '{{ or .input.empty .input.name }} {{ .input.nope | default "d" }} {{ default "d" .input.name }}',
      'web d web',
    ],
    [
      'index and len',
      '{{ index .input.images 1 }} {{ index .input.env "A" }} {{ len .input.images }} {{ len .input.name }}',
      'node:22 1 2 3',
    ],
    [
      'text functions',
      '{{ quote .build.message }} {{ lower "AB" }} {{ trim " a " }} {{ join "," .input.images }}',
      '"Fix \\"it\\"" ab a node:20,node:22',
    ],
    [
      'functions of existing servers',
      '{{ replace .build.branch "m" "$&" }} {{ hasPrefix .build.branch "ma" }} {{ trimPrefix "v1" "v" }} {{ indent "a\\nb" 2 }}',
      '$&ain true 1   a\n  b',
    ],
    [
      'more functions of existing servers',
      '{{ title "ab c" }} {{ urlize " a b&c " }} {{ padLeft 7 "0" 2 }} {{ splitn "a.b.c" "." 2 }} {{ chomp "a\\n\\n" }} {{ md5 "a" }}',
      'AB C a-b%26c 007 [a b.c] a 0cc175b9c0f1b6a831c399e269772661',
    ],
    [
      'data as JSON and YAML',
      '{{ jsonify .input.images }}{{ nindent (toYaml .input.env) 2 }} {{ (fromYaml "a: [x, z]").a }}',
      '["node:20","node:22"]\n  A: "1"\n  B: "2" [x z]',
    ],
    [
      'templates in templates',
      '{{ define "step" }}- {{ .name }}{{ end }}{{ range .input.steps }}{{ template "step" . }};{{ end }}',
      '- a;- b;',
    ],
    ['break', '{{ range .input.images }}{{ . }}{{ break }}{{ end }}', 'node:20'],
    ['the parameters of a build', '{{ .build.params.level }}', 'high'],
    [
      'comparisons',
      '{{ lt 1 2 }} {{ ge .input.count 3 }} {{ ne .input.name "web" }} {{ gt "b" "a" }}',
      'true true false true',
    ],
    [
      'printf',
      '{{ printf "%5.2f|%-4s|%03d|%q|%%|%v" 1.5 "a" 7 "x" true }}',
      ' 1.50|a   |007|"x"|%|true',
    ],
  ])('knows %s', async (_, source, expected) => {
    expect(await render(source)).toBe(expected);
  });
});

describe('an error names line and reason', () => {
  it.each([
    ['a\n{{ .input.nope }}', 2, '.input.nope has no value'],
    [
      '{{ define "a" }}{{ with . }}\n{{ .nope }}{{ end }}{{ end }}{{ template "a" . }}',
      2,
      '.nope has no value',
    ],
    ['{{ if true }}\na', 2, 'unexpected EOF'],
    ['a\n{{ end }}', 2, 'unexpected {{end}}'],
    ['{{ if true }}\n{{ else }}\n{{ else }}{{ end }}', 3, 'expected end; found {{else}}'],
    ['\n\n{{ nope .input }}', 3, 'function "nope" not defined'],
    ['{{ $x }}', 1, 'undefined variable "$x"'],
    ['{{ $x = 1 }}', 1, '<1>: undefined variable: $x'],
    ['\n{{ .a', 2, 'unclosed action'],
    ['{{ }}', 1, 'missing value for command'],
    ['{{ (len "a" }}', 1, 'unclosed left paren'],
    ['{{ .a ^ .b }}', 1, 'unexpected "^" in operand'],
    ['{{ .input.name .b }}', 1, '<.input.name>: name is not a method but has arguments'],
    ['{{ range .input.name }}{{ end }}', 1, "<.input.name>: range can't iterate over web"],
    ['{{ template "x" }}', 1, '<{{template "x"}}>: template "x" not defined'],
    [
      '{{ index .input.images 5 }}',
      1,
      '<index .input.images 5>: error calling index: index out of range: 5',
    ],
    [
      '{{ lt 1 "a" }}',
      1,
      '<lt 1 "a">: error calling lt: incompatible types for comparison: int and string',
    ],
    ['{{ .constructor.name }}', 1, '.constructor.name has no value'],
    [`{{ ${'('.repeat(100)}1`, 1, 'unclosed action'],
    [`{{ ${'('.repeat(100)}1 }}`, 1, 'unclosed left paren'],
  ])('in %j', async (source, line, message) => {
    expect(await errorOf(render(source))).toMatchObject({ line, message });
  });
});

describe('a template that does not terminate', () => {
  it('is ended when its time is up', async () => {
    const budget = new ScriptBudget({ maxProcessorMs: 50 });
    const error = await errorOf(
      run('template', '{{ range 1000000000000 }}{{ end }}', given, budget),
    );
    expect(error.message).toBe('the scripts of a file may not take so long');
  });

  it.each([
    [
      'gives no more than may be taken',
      '{{ range 1000000 }}text{{ end }}',
      /^the value is larger than 1000 bytes$/,
    ],
    [
      'gets no more memory than there is for it',
      '{{ $x := "ab" }}{{ range 100 }}{{ $x = print $x $x }}{{ end }}',
      /^the script needs too much memory$/,
    ],
    [
      'may not call itself without end',
      '{{ define "a" }}{{ template "a" }}{{ end }}{{ template "a" }}',
      /exceeded maximum template depth/,
    ],
  ])('%s', async (_, source, message) => {
    const budget = new ScriptBudget({ maxProcessorMs: 500, maxOutputBytes: 1000 });
    const error = await errorOf(run('template', source, given, budget));
    expect(error.message).toMatch(message);
  });
});
