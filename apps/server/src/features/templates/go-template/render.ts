import type { Data } from '@millrace/contract/pipeline';
import { Budget } from './budget.ts';
import { evaluatePipe, type Place, Scope, setVariable } from './evaluate-pipe.ts';
import { parseTemplate } from './parse-template.ts';
import type { Node, Pipe } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import { isMap, print, truth, typeOf, type Value } from './values.ts';

const maxCharacters = 1024 * 1024;
/** Enough for every sensible template, and some tenths of a second. */
const maxWork = 10_000_000;
const workOfNode = 20;

/** Renders a template of Go's kind, fields, conditions and loops; throws {@link TemplateError}. */
export function renderGoTemplate(source: string, data: { [key: string]: Data }): string {
  const scope = new Scope();
  scope.declare('$', data);
  const renderer = new Renderer();
  renderer.render(parseTemplate(source), data, scope);
  return renderer.text;
}

class Renderer {
  text = '';
  private readonly budget = new Budget(maxWork);

  render(nodes: Node[], dot: Value, scope: Scope): void {
    for (const node of nodes) this.renderNode(node, dot, scope);
  }

  private renderNode(node: Node, dot: Value, scope: Scope): void {
    if (node.kind === 'text') {
      this.write(node.text, 0);
      return;
    }
    const place = { dot, scope, line: node.line, budget: this.budget };
    this.budget.spend(workOfNode, node.line);
    if (node.kind === 'output') this.output(node.pipe, place);
    else if (node.kind === 'range') this.range(node, place);
    else if (node.kind === 'with') {
      const inner = new Scope(scope);
      const value = evaluatePipe(node.pipe, { ...place, scope: inner });
      setVariable(node.pipe, value, { ...place, scope: inner });
      if (truth(value)) this.render(node.body, value, inner);
      else this.render(node.otherwise, dot, inner);
    } else {
      const inner = new Scope(scope);
      for (const { pipe, body } of node.branches) {
        const value = evaluatePipe(pipe, { ...place, scope: inner });
        setVariable(pipe, value, { ...place, scope: inner });
        if (truth(value)) {
          this.render(body, dot, inner);
          return;
        }
      }
      this.render(node.otherwise, dot, inner);
    }
  }

  private output(pipe: Pipe, place: Place): void {
    const value = evaluatePipe(pipe, place);
    if (pipe.variables.length > 0) setVariable(pipe, value, place);
    else if (value === undefined || value === null) {
      throw new TemplateError(place.line, `${nameOf(pipe)} has no value`);
    } else this.write(print(value), place.line);
  }

  private range(node: Extract<Node, { kind: 'range' }>, place: Place): void {
    const { dot, scope, line } = place;
    const entries = entriesOf(evaluatePipe(node.pipe, place), line);
    if (entries.length === 0) this.render(node.otherwise, dot, new Scope(scope));
    const [first, second] = node.pipe.variables;
    for (const [key, value] of entries) {
      const inner = new Scope(scope);
      if (second !== undefined && first !== undefined) {
        inner.declare(first, key);
        inner.declare(second, value);
      } else if (first !== undefined) inner.declare(first, value);
      this.render(node.body, value, inner);
    }
  }

  private write(text: string, line: number): void {
    this.text += text;
    if (this.text.length > maxCharacters) {
      throw new TemplateError(line, `the result is longer than ${maxCharacters} characters`);
    }
  }
}

function entriesOf(value: Value, line: number): [Data, Data][] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map((entry, index) => [index, entry]);
  if (isMap(value)) return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  throw new TemplateError(line, `range needs a list or a map, not ${typeOf(value)}`);
}

/** How the value is written in the template, where that is a plain field. */
function nameOf({ commands }: Pipe): string {
  const [first] = commands.length === 1 ? (commands[0] ?? []) : [];
  if (first?.kind !== 'field') return 'this';
  if (first.base === 'dot') return `.${first.path.join('.')}`;
  return 'variable' in first.base ? [first.base.variable, ...first.path].join('.') : 'this';
}
