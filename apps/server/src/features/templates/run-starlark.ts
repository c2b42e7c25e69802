import type { Data } from '@millrace/contract/pipeline';
import { ConfigError } from './config-error.ts';
import type { ScriptFacts } from './script-facts.ts';

const limits = { maxSteps: 1_000_000, maxBytes: 32 * 1024 * 1024 };

/** Calls `main(ctx)` of a Starlark file, with `ctx.build`, `ctx.repo` and, in a template, `ctx.input`. */
export async function runStarlark(
  filename: string,
  source: string,
  facts: ScriptFacts,
  input?: { [key: string]: Data },
): Promise<unknown> {
  const { evaluate, fromJson, StarlarkError, structOf, toJson, toStruct } = await import(
    '@millrace/starlark'
  );
  const fields = (data: { [key: string]: Data }) =>
    structOf(
      Object.fromEntries(Object.entries(data).map(([name, value]) => [name, fromJson(value)])),
    );
  try {
    const context = structOf({
      build: fields({ ...facts.build, params: facts.params }),
      repo: toStruct(facts.repo),
      ...(input ? { input: fields(input) } : {}),
    });
    return toJson(evaluate(source, { filename, ...limits }).call('main', [context]));
  } catch (error) {
    if (!(error instanceof StarlarkError)) throw error;
    throw new ConfigError(filename, error.line, error.message);
  }
}
