#!/usr/bin/env node
// Starts main.ts. Node's type stripping needs 25 MB of memory once it is loaded. So stripped modules are
// cached on disk, and it is loaded only for modules that changed.
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
  const cached = join(cache, name);
  try {
    return readFileSync(cached, 'utf8');
  } catch {
    const stripped = quietly(() => stripTypeScriptTypes(source));
    keep(cached, stripped);
    return stripped;
  }
}

/** Suppresses the warning that `stripTypeScriptTypes` is experimental. Node uses the same code for each module. */
function quietly(run) {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  try {
    return run();
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Stores a file atomically, because another process may start at the same time and read it. */
function keep(file, text) {
  const written = `${file}.${randomUUID()}`;
  try {
    mkdirSync(cache, { recursive: true });
    writeFileSync(written, text);
    renameSync(written, file);
  } catch {
    // Without a writable folder, the process needs more memory, but works.
  }
}
