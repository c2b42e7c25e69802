import type { BuildParameter } from '@millrace/contract/api';

/** What was put into the fields of declared parameters, by name. */
export type DeclaredValues = Readonly<Record<string, string>>;

/** What the field shows. */
export function shownValue(parameter: BuildParameter, values: DeclaredValues): string {
  const value = values[parameter.name];
  const fits = parameter.type !== 'choice' || !value || parameter.choices?.includes(value);
  if (value !== undefined && fits) return value;
  return parameter.default ?? (parameter.type === 'boolean' ? 'false' : '');
}

/** What is sent: a field that was emptied takes its default away. */
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
