import { badRequest } from '@millrace/contract/api-errors';
import { findParameterError, type Parameter } from '@millrace/pipeline';

/**
 * Returns the parameters of a build: given values, also undeclared ones, and defaults for the rest. An empty
 * value counts as missing.
 * @throws if a required value is missing or invalid
 */
export function fillParameters(
  declared: readonly Parameter[],
  given: Readonly<Record<string, string>>,
): Record<string, string> {
  const params = { ...given };
  for (const parameter of declared) {
    const value = Object.hasOwn(given, parameter.name) ? given[parameter.name] : parameter.default;
    if (value) {
      const misfit = findParameterError(parameter, value);
      if (misfit) throw badRequest(`The parameter ${parameter.name} must be ${misfit}`);
      params[parameter.name] = value;
    } else if (parameter.required) {
      throw badRequest(`The parameter ${parameter.name} is missing`);
    }
  }
  return params;
}
