// Makes jsonnet.wasm.br from main.go; needs Go.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

const maxPages = 4096; // of 64 KB: 256 MB
const memorySection = 5;

execFileSync(
  'go',
  ['build', '-trimpath', '-buildvcs=false', '-ldflags=-s -w -buildid=', '-o', 'jsonnet.wasm', '.'],
  {
    cwd: import.meta.dirname,
    env: { ...process.env, GOOS: 'wasip1', GOARCH: 'wasm' },
    stdio: 'inherit',
  },
);
const path = new URL('jsonnet.wasm', import.meta.url);
const limited = limitMemory(readFileSync(path));
const compressed = brotliCompressSync(limited, {
  params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 },
});
writeFileSync(new URL('jsonnet.wasm.br', import.meta.url), compressed);
rmSync(path);

/** Go sets no upper limit on the memory of a module; this writes one into it. */
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

/** A LEB128 number and the place after it. */
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
