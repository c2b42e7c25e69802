import type { BuildParameter } from '@millrace/contract/api';

/** Values of the declared parameters' fields, by name. */
export type DeclaredValues = Readonly<Record<string, string>>;

/** Returns the value to show in a field. */
export function shownValue(parameter: BuildParameter, values: DeclaredValues): string {
  const value = values[parameter.name];
  const isValid = parameter.type !== 'choice' || !value || parameter.choices?.includes(value);
  if (value !== undefined && isValid) return value;
  return parameter.default ?? (parameter.type === 'boolean' ? 'false' : '');
}

/** Returns the values to send. A cleared field overrides its default with an empty value. */
export function declaredQuery(
  parameters: readonly BuildParameter[],
  values: DeclaredValues,
): Record<string, string> {
  const query: Record<string, string> = {};
  for (const parameter of parameters) {
    const value = shownValue(parameter, values);
    if (value || parameter.default) query[parameter.name] = value;
  }
  return query;
}
