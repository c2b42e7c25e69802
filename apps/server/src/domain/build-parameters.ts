import { findMisfit, type Parameter } from '@millrace/contract/pipeline';
import { badRequest } from '../shared/errors.ts';

/**
 * What a build gets for what was given: the defaults where nothing was, and what the file does not know.
 * Throws where a value is missing or does not fit; an empty one is no value.
 */
export function fillParameters(
  declared: readonly Parameter[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const params = { ...given };
  for (const parameter of declared) {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : parameter.default;
    if (value) {
      const misfit = findMisfit(parameter, value);
      if (misfit) throw badRequest(`The parameter ${parameter.name} must be ${misfit}`);
      params[parameter.name] = value;
    } else if (parameter.required) {
      throw badRequest(`The parameter ${parameter.name} is missing`);
    }
  }
  return params;
}
