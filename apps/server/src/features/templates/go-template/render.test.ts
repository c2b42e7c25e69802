import { describe, expect, it } from 'vitest';
import { renderGoTemplate } from './render.ts';
import { TemplateError } from './template-error.ts';

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
const render = (source: string) => renderGoTemplate(source, data);

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
    ['pipelines', '{{ .input.name | upper | printf "%s-%d" "x" }}', 'x-%!d(WEB)'],
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
      'comparisons',
      '{{ lt 1 2 }} {{ ge .input.count 3 }} {{ ne .input.name "web" }} {{ gt "b" "a" }}',
      'true true false true',
    ],
    [
      'printf',
      '{{ printf "%5.2f|%-4s|%03d|%q|%%|%v" 1.5 "a" 7 "x" true }}',
      ' 1.50|a   |007|"x"|%|true',
    ],
  ])('knows %s', (_, source, expected) => {
    expect(render(source)).toBe(expected);
  });
});

describe('an error names line and reason', () => {
  it.each([
    ['a\n{{ .input.nope }}', 2, '.input.nope has no value'],
    ['{{ if true }}\na', 1, '"if true" has no end'],
    ['a\n{{ end }}', 2, '"end" belongs to nothing'],
    ['{{ if true }}\n{{ else }}\n{{ else }}{{ end }}', 3, '"else" is not expected here'],
    ['\n\n{{ nope .input }}', 3, 'there is no function "nope"'],
    ['{{ $x }}', 1, 'there is no variable $x'],
    ['{{ $x = 1 }}', 1, 'there is no variable $x'],
    ['\n{{ .a', 2, '"{{" is never closed with "}}"'],
    ['{{ }}', 1, 'a value is missing'],
    ['{{ (len "a" }}', 1, 'a ")" is missing'],
    ['{{ .a ^ .b }}', 1, '"^ .b" is not understood'],
    ['{{ .input.name .b }}', 1, 'only a function takes values; this is none'],
    ['{{ range .input.name }}{{ end }}', 1, 'range needs a list or a map, not a string'],
    ['{{ template "x" }}', 1, '"template" is not supported'],
    ['{{ index .input.images 5 }}', 1, 'index: the list has no entry 5'],
    ['{{ lt 1 "a" }}', 1, 'lt: a number and a string have no order'],
    ['{{ .constructor.name }}', 1, '.constructor.name has no value'],
    [`{{ ${'('.repeat(100)}1`, 1, '"{{" is never closed with "}}"'],
    [`{{ ${'('.repeat(100)}1 }}`, 1, 'the brackets are nested too deeply'],
  ])('in %j', (source, line, message) => {
    let error: unknown;
    try {
      render(source);
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(TemplateError);
    expect(error).toMatchObject({ line, message });
  });

  it('when the template would not end', () => {
    const list = Array.from({ length: 1000 }, () => 'x'.repeat(100));
    const nested = '{{ range $.input }}{{ range $.input }}{{ . }}{{ end }}{{ end }}';
    expect(() => renderGoTemplate(nested, { input: list })).toThrow('is longer than');
    const quiet = nested.replace('{{ . }}', '{{ $x := . }}');
    expect(() => renderGoTemplate(quiet, { input: list })).toThrow('takes too long');
    const growing = '{{ $x := "ab" }}{{ range $.input }}{{ $x = printf "%s%s" $x $x }}{{ end }}';
    expect(() => renderGoTemplate(growing, { input: list })).toThrow('takes too long');
  });
});
