// Builds scripts.wasm.br from the Go files here; needs Go. With `--check`, compares the committed module
// with its source, or reports that it cannot because Go has another version than go.mod requires.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

const maxPages = 1024; // of 64 KB: 64 MB
const memorySection = 5;
const stored = new URL('scripts.wasm.br', import.meta.url);

if (!process.argv.includes('--check')) {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(stored, brotliCompressSync(build(), { params }));
} else if (goVersion() !== wantedVersion()) {
  process.stdout.write(
    `Skipped: it needs Go ${wantedVersion()}, here is ${goVersion() || 'none'}\n`,
  );
} else if (!hasModules()) {
  process.stdout.write('Skipped: the Go modules cannot be fetched\n');
} else if (!build().equals(brotliDecompressSync(readFileSync(stored)))) {
  process.stderr.write(
    'scripts.wasm.br is not what its source gives: run packages/scripts/engine/build.mjs\n',
  );
  process.exit(1);
}

function build() {
  const folder = mkdtempSync(join(tmpdir(), 'scripts-'));
  const path = join(folder, 'scripts.wasm');
  const flags = ['-buildmode=c-shared', '-trimpath', '-buildvcs=false', '-ldflags=-s -w -buildid='];
  try {
    execFileSync('go', ['build', ...flags, '-o', path, '.'], {
      cwd: import.meta.dirname,
      env: { ...process.env, GOOS: 'wasip1', GOARCH: 'wasm', GOFLAGS: '', GOTOOLCHAIN: 'local' },
      stdio: 'inherit',
    });
    return limitMemory(readFileSync(path));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function wantedVersion() {
  const file = readFileSync(new URL('go.mod', import.meta.url), 'utf8');
  return /^go (.*)$/m.exec(file)[1];
}

function goVersion() {
  try {
    const env = { ...process.env, GOTOOLCHAIN: 'local' };
    return execFileSync('go', ['env', 'GOVERSION'], { cwd: tmpdir(), env, encoding: 'utf8' })
      .trim()
      .replace(/^go/, '');
  } catch {
    return '';
  }
}

function hasModules() {
  try {
    execFileSync('go', ['mod', 'download'], { cwd: import.meta.dirname, stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Go sets no upper limit on the memory of a module; this function writes one into it. */
function limitMemory(wasm) {
  for (let at = 8; at < wasm.length; ) {
    const id = wasm[at];
    const [size, start] = readNumber(wasm, at + 1);
    const end = start + size;
    if (id === memorySection) {
      // One memory, a flag that says "no maximum", the minimum.
      if (wasm[start] !== 1 || wasm[start + 1] !== 0) throw new Error('An unknown memory section');
      const section = [1, 1, ...wasm.subarray(start + 2, end), ...number(maxPages)];
      const head = [memorySection, ...number(section.length), ...section];
      return Buffer.concat([wasm.subarray(0, at), Buffer.from(head), wasm.subarray(end)]);
    }
    at = end;
  }
  throw new Error('The module has no memory');
}

/** Reads a LEB128 number and the position after it. */
function readNumber(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 127) << shift;
    if (byte < 128) return [value, at];
  }
}

function number(value) {
  return value < 128 ? [value] : [(value & 127) | 128, ...number(value >> 7)];
}
