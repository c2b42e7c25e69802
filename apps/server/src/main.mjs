#!/usr/bin/env node
// Starts main.ts. What removes the types of a module takes 25 MB of memory once it is loaded, so the
// modules without their types are kept; it is loaded for those alone that changed.
import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/millrace', import.meta.url));

registerHooks({
  load(url, context, nextLoad) {
    if (context.format !== 'module-typescript') return nextLoad(url, context);
    const source = readFileSync(new URL(url), 'utf8');
    return { format: 'module', source: withoutTypes(source), shortCircuit: true };
  },
});
await import('./main.ts');

function withoutTypes(source) {
  const name = createHash('sha256').update(process.version).update(source).digest('base64url');
  const kept = join(cache, name);
  try {
    return readFileSync(kept, 'utf8');
  } catch {
    const stripped = quietly(() => stripTypeScriptTypes(source));
    keep(kept, stripped);
    return stripped;
  }
}

/** Node warns that this function is new, though it does what Node does with each module by itself. */
function quietly(run) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return run();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Another start at the same moment must not read half a file. */
function keep(file, text) {
  const written = `${file}.${randomUUID()}`;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(written, text);
    renameSync(written, file);
  } catch {
    // A folder that cannot be written to costs memory and nothing else.
  }
}
