import type { Line } from '@millrace/contract/api';

/** Creates lines similar to those of real builds, also in their compression ratio. */
export function makeBuildLines(from: number, count: number): Line[] {
  return Array.from({ length: count }, (_, index) => {
    const pos = from + index;
    const id = (pos * 2_654_435_761) % 4_294_967_296;
    const outs = [
      `npm http fetch GET 200 https://registry.npmjs.org/p${id % 900}/-/p-${id % 17}.${id % 31}.0.tgz ${id % 977}ms\n`,
      `gcc -O2 -Wall -c src/module_${id % 300}.c -o build/module_${id % 300}.o\n`,
      `[2026-01-01T10:${id % 60}:${id % 59}.${id % 997}Z] INFO worker ${id % 16} job ${id.toString(16)} done\n`,
      `✓ src/features/part-${id % 80}/thing-${id % 1000}.test.ts (${id % 30} tests) ${id % 2000}ms\n`,
    ];
    return { pos, out: outs[id % 4] ?? '', time: Math.floor(pos / 5000) };
  });
}
