import { expect, it } from 'vitest';
import { fairOrder } from './fair-order.ts';
import { listForRunner } from './queue.ts';
import { queuedStage } from './testing/queued-stage.ts';

const servedBy = (turns: ReadonlyMap<number, number>) => ({
  repo: (id: number) => turns.get(id) ?? 0,
  owner: () => 0,
});

/** Parses `a1 b2* c3-`: repository and id; `*` is claimed, `-` waits for another stage, `~` has low priority. */
function stages(text: string) {
  return text.split(' ').map((word) =>
    queuedStage(Number(/\d+/.exec(word)?.[0]), {
      repoId: word.charCodeAt(0),
      // Capital letters are repositories of another owner.
      namespace: /[A-Z]/.test(word) ? 'other' : 'octo',
      ...(word.endsWith('*') ? { status: 'running', machine: 'one' } : {}),
      priority: word.includes('~') ? -1 : 0,
      ...(word.endsWith('-') ? { status: 'waiting_on_dependencies' } : {}),
    }),
  );
}

it.each([
  ['a1 a2 a3', {}, '1 2 3'],
  ['a1 a2 a3 b4', {}, '1 4 2 3'],
  ['a1 a2 a3 b4 b5 c6', {}, '1 4 6 2 5 3'],
  ['a1* a2 a3 b4', {}, '4 2 3 1'],
  ['a1* a2* a3 b4* b5', {}, '5 3 1 2 4'],
  ['a1- a2 b3', {}, '2 3 1'],
  ['a1~ a2 b3', {}, '2 3 1'],
  ['a1~* a2~ b3~ a4 b5', {}, '4 5 3 2 1'],
  // Among repositories that have waited equally long, the last one served comes last.
  ['a1 a2 b3', { a: 1 }, '3 1 2'],
  ['a1 a2 b3 b4 c5', { a: 3, b: 2 }, '5 3 1 4 2'],
  // Owners take turns, however many repositories they have.
  ['a1 b2 c3 A4 A5', {}, '1 4 2 5 3'],
  ['a1* b2* c3 A4 A5', {}, '4 5 3 1 2'],
  ['a1~ A2~ b3', {}, '3 1 2'],
])('%s, served %j: %s', (text, served, expected) => {
  const turns = servedBy(
    new Map(Object.entries(served).map(([repo, turn]) => [repo.charCodeAt(0), turn])),
  );
  const order = fairOrder(stages(text), turns).map(({ id }) => id);
  expect(order.join(' ')).toBe(expected);
});

it('serves a single build of a repository among a thousand of another', () => {
  const filter = { kind: 'pipeline', type: 'exec', os: 'linux', arch: 'amd64' };
  const a = Array.from({ length: 1000 }, (_, index) => queuedStage(index + 1, { repoId: 1 }));
  let open = [...a, queuedStage(1001, { repoId: 2 }), queuedStage(1002, { repoId: 3 })];
  const turns = new Map<number, number>();
  const served: number[] = [];
  for (let turn = 1; turn <= 4; turn++) {
    const [next] = listForRunner(fairOrder(open, servedBy(turns)), filter);
    if (!next) break;
    served.push(next.repoId);
    turns.set(next.repoId, turn);
    // It finishes immediately: the runner runs one stage at a time.
    open = open.filter(({ id }) => id !== next.id);
  }
  expect(served).toEqual([1, 2, 3, 1]);
});
