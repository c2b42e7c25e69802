import type { SourceNode } from '../source/source-node.ts';
import { fillText } from './parameters.ts';
import type { CircleScope } from './scope.ts';

/** Adds the values of declared parameters, or else their defaults. */
export function addValues(
  parameters: SourceNode | undefined,
  values: SourceNode,
  scope: CircleScope,
  outer: CircleScope = scope,
): void {
  for (const name of parameters?.entries.keys() ?? []) {
    const value = values.get(name);
    if (value?.kind === 'text') scope.parameters.set(name, fillText(value, outer));
  }
  addDefaults(parameters, scope);
}

/** Adds the defaults of parameters without a value. */
export function addDefaults(parameters: SourceNode | undefined, scope: CircleScope): void {
  for (const [name, parameter] of parameters?.entries ?? []) {
    parameter.text('type');
    parameter.text('description');
    parameter.get('enum')?.readTexts();
    if (parameter.isEmpty()) parameter.mark();
    const value = parameter.get('default');
    value?.readText();
    if (value?.kind === 'text' && !scope.parameters.has(name)) {
      scope.parameters.set(name, fillText(value, scope));
    }
  }
}
