import type { StageDetails } from '@millrace/contract/runner';
import { proxyPasswords } from '../engines/proxy-variables.ts';

/**
 * Lists the values that logs of the stage must not show: those of every input that does not say that it may be shown,
 * so that nobody has to remember a new kind of input here.
 */
export function secretValues(details: StageDetails): string[] {
  const inputs: unknown[] = Object.values(details).flat();
  // Steps get the proxies of the runner.
  return [...inputs.flatMap(maskedValue), ...proxyPasswords(process.env)];
}

function maskedValue(input: unknown): string[] {
  if (typeof input !== 'object' || input === null) return [];
  if ('isMasked' in input && input.isMasked === false) return [];
  const values = [
    'data' in input ? input.data : undefined,
    'password' in input ? input.password : undefined,
  ];
  return values.filter((value) => typeof value === 'string');
}
