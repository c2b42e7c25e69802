import type { Data } from '@millrace/contract/pipeline';
import { ConfigError } from './config-error.ts';
import type { Script } from './script.ts';
import type { ScriptFacts } from './script-facts.ts';

/** Runs a Jsonnet file; the engine is loaded when the first one comes. */
export async function runJsonnet({ file, source, facts, input = {} }: Script): Promise<unknown> {
  const { evaluate, JsonnetError } = await import('@millrace/jsonnet');
  try {
    return await evaluate(source, { filename: file, ...variables(facts, input) });
  } catch (error) {
    if (!(error instanceof JsonnetError)) throw error;
    throw new ConfigError(file, error.line, error.message);
  }
}

/** `std.extVar("build.event")`: texts, as existing files expect; lists and maps of an input are data. */
function variables(facts: ScriptFacts, input: { [key: string]: Data }) {
  const strings: Record<string, string> = {};
  const codes: Record<string, string> = {};
  for (const [name, value] of Object.entries(facts.build)) strings[`build.${name}`] = String(value);
  for (const [name, value] of Object.entries(facts.repo)) strings[`repo.${name}`] = String(value);
  for (const [name, value] of Object.entries(facts.params)) strings[`build.params.${name}`] = value;
  for (const [name, value] of Object.entries(input)) {
    if (typeof value === 'object' && value) codes[`input.${name}`] = JSON.stringify(value);
    else strings[`input.${name}`] = String(value ?? '');
  }
  return { strings, codes };
}
