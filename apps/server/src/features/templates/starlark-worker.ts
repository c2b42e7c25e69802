import { parentPort } from 'node:worker_threads';
import type { Data } from '@millrace/contract/pipeline';
import { evaluate, fromJson, StarlarkError, structOf, toJson, toStruct } from '@millrace/starlark';
import type { StarlarkAnswer } from './run-starlark.ts';
import type { Script } from './script.ts';

const limits = { maxSteps: 1_000_000, maxBytes: 32 * 1024 * 1024 };

parentPort?.on('message', (script: Script) => parentPort?.postMessage(run(script)));

function run({ file, source, facts, input }: Script): StarlarkAnswer {
  try {
    const context = structOf({
      build: fields({ ...facts.build, params: facts.params }),
      repo: toStruct(facts.repo),
      ...(input ? { input: fields(input) } : {}),
    });
    return {
      value: toJson(evaluate(source, { filename: file, ...limits }).call('main', [context])),
    };
  } catch (error) {
    if (!(error instanceof StarlarkError)) throw error;
    return { line: error.line, message: error.message };
  }
}

function fields(data: { [key: string]: Data }) {
  return structOf(
    Object.fromEntries(Object.entries(data).map(([name, value]) => [name, fromJson(value)])),
  );
}
