import type { Data } from './yaml/yaml-data.ts';

/** Only key of a map that stands for an output of an earlier step, in the settings of a plugin. */
export const outputKey = 'from_output';

/** Returns the name of the output that a value stands for; undefined for any other value. */
export function outputNameOf(value: Data): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const { [outputKey]: name, ...others } = value;
  return typeof name === 'string' && Object.keys(others).length === 0 ? name : undefined;
}

/** Returns whether a setting contains an output, at any depth. */
export function usesOutput(value: Data): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return outputNameOf(value) !== undefined || Object.values(value).some(usesOutput);
}
