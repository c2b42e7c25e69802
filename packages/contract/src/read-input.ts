import { numericParams, type OutputOf, type PathParams, type Schema } from './api/index.ts';
import { badRequest } from './api-errors.ts';

/**
 * Text of schema errors for which the contract has no message. Passed with each check, as libraries
 * that import all of zod set other texts for the whole process.
 */
const unexplained = 'Invalid input';

/** Converts `:build`, `:stage` and `:step` to numbers; the others stay text. */
export function readParams<Path extends string>(params: Record<string, string>): PathParams<Path> {
  const read: Record<string, string | number> = {};
  for (const [name, value] of Object.entries(params)) {
    if (!numericParams.has(name)) read[name] = value;
    else if (/^\d{1,15}$/.test(value)) read[name] = Number(value);
    else throw badRequest(`Invalid ${name} number`);
  }
  return read as PathParams<Path>;
}

/** Validates a query or body with its schema, and rejects it if it does not match. */
export function readInput<S extends Schema | undefined>(
  schema: S | undefined,
  value: unknown,
  part: 'query' | 'body',
): OutputOf<S> {
  if (!schema) return undefined as OutputOf<S>;
  const result = schema.safeParse(value, { error: () => unexplained });
  if (result.success) return result.data as OutputOf<S>;
  const { path, message } = result.error.issues[0] as { path: PropertyKey[]; message: string };
  if (message !== unexplained) throw badRequest(message);
  throw badRequest(`Invalid ${part}: ${path.join('.') || part} ${message}`);
}
