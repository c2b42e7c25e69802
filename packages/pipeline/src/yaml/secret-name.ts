import { isNull, resolveAlias, type YamlNode } from './yaml-node.ts';

/** Key of a map that stands for the value of a secret. */
export const secretKey = 'from_secret';

export const wrongSecretName = `${secretKey} must be the name of a secret`;

/**
 * Returns the name that follows `from_secret`: the source text of a scalar, as on existing servers, so that `2024`
 * and `on` are names. Undefined for a list, a map, null and an empty text.
 */
export function secretNameOf(value: YamlNode | undefined): string | undefined {
  const node = resolveAlias(value);
  if (node?.kind !== 'scalar' || isNull(node) || node.text === '') return undefined;
  return node.text;
}
