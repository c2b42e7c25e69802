import { expect, it } from 'vitest';
import { type Caller, CallerSlots, NoSlotError } from './caller-slots.ts';

const limits = { inAll: 8, perAccount: 3, perAddress: 4, turnMs: 0 };
const stays = new AbortController().signal;
const guest = (address: string): Caller => ({ account: null, address });

/** Acquires slots for these callers. Returns the release functions of those that got one. */
async function fill(slots: CallerSlots, callers: Caller[]): Promise<(() => void)[]> {
  const taken = await Promise.allSettled(callers.map((caller) => slots.take(caller, stays)));
  return taken.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
}

const times = (count: number, make: (index: number) => Caller) =>
  Array.from({ length: count }, (_, index) => make(index));

it.each([
  ['of an account', (index: number) => ({ account: 'ada', address: `10.0.0.${index}` }), 3],
  ['of an address', (index: number) => ({ account: `user${index}`, address: '10.0.0.1' }), 4],
  ['of guests', (index: number) => guest(`10.0.0.${index}`), 6],
  ['of all', (index: number) => ({ account: `user${index}`, address: null }), 8],
])('limits concurrent slots %s', async (_, caller, expected) => {
  const slots = new CallerSlots({ ...limits, waitMs: 0 });
  expect(await fill(slots, times(12, caller))).toHaveLength(expected);
});

it('gives a released slot to the first waiting caller within its limits', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const [release] = await fill(
    slots,
    times(4, () => guest('10.0.0.1')),
  );
  const started: string[] = [];
  const wait = (name: string, address: string) =>
    slots.take(guest(address), stays).then(() => started.push(name));
  const waiting = [wait('first', '10.0.0.1'), wait('other address', '10.0.0.2')];
  await waiting[1];
  expect(started).toEqual(['other address']);
  release?.();
  await waiting[0];
  expect(started).toEqual(['other address', 'first']);
});

it('removes a disconnected caller from the queue', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const [release] = await fill(
    slots,
    times(4, () => guest('10.0.0.1')),
  );
  const gone = new AbortController();
  const abandoned = slots.take(guest('10.0.0.1'), gone.signal);
  const next = slots.take(guest('10.0.0.1'), stays);
  gone.abort();
  release?.();
  await expect(abandoned).rejects.toThrow(NoSlotError);
  expect(await next).toBeTypeOf('function');
});

it('rejects only the caller with too many waiting requests', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const stops: Promise<unknown>[] = times(4 + 32, () => guest('10.0.0.1')).map((caller) =>
    slots.take(caller, stays),
  );
  await expect(slots.take(guest('10.0.0.1'), stays)).rejects.toThrow(NoSlotError);
  expect(await slots.take(guest('10.0.0.2'), stays)).toBeTypeOf('function');
  void slots.close();
  expect((await Promise.allSettled(stops)).map(({ status }) => status)).toContain('rejected');
});

/** Acquires a slot that can be revoked. `ended` then receives the name. */
async function occupy(
  slots: CallerSlots,
  ended: string[],
  name: string,
  address: string,
  bytes = 0,
) {
  const end = () => {
    ended.push(name);
    release();
  };
  const release = await slots.take(guest(address), stays, { countBytes: () => bytes, end });
}

const two = ['10.0.0.1', '10.0.0.2'] as const;

it('ends the slowest request of the address with the most slots, for a guest of another address', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const ended: string[] = [];
  for (const [at, bytes] of [5e12, 10, 9e12, 400].entries()) {
    await occupy(slots, ended, `first ${at}`, two[0], bytes);
  }
  for (const at of [0, 1]) await occupy(slots, ended, `second ${at}`, two[1]);
  expect(ended).toEqual([]);
  await slots.take(guest('10.0.0.3'), stays);
  expect(ended).toEqual(['first 1']);
  await slots.take(guest('10.0.0.4'), stays);
  expect(ended).toEqual(['first 1', 'first 3']);
});

it('ends the slowest request if each address has one, but not for an address that has one too', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const ended: string[] = [];
  for (const [at, bytes] of [5e12, 4e12, 10, 9e12, 4e12, 5e12].entries()) {
    await occupy(slots, ended, `${at}`, `10.0.0.${at}`, bytes);
  }
  await slots.take(guest('10.0.1.1'), stays);
  expect(ended).toEqual(['2']);
  const gone = new AbortController();
  const second = slots.take(guest('10.0.1.1'), gone.signal);
  gone.abort();
  await expect(second).rejects.toThrow(NoSlotError);
  expect(ended).toEqual(['2']);
});

it.each([
  ['has not held its slot for the minimum time', { turnMs: 60_000 }, guest('10.0.0.3')],
  ['belongs to the caller itself', {}, guest('10.0.0.1')],
])('ends no request that %s', async (_, more, caller) => {
  const slots = new CallerSlots({ ...limits, waitMs: 0, ...more });
  const ended: string[] = [];
  for (const at of [0, 1, 2, 3]) await occupy(slots, ended, `first ${at}`, two[0]);
  for (const at of [0, 1]) await occupy(slots, ended, `second ${at}`, two[1]);
  await expect(slots.take(caller, stays)).rejects.toThrow(NoSlotError);
  expect(ended).toEqual([]);
});

it('gives a slot to the address with the fewest, and makes room for it in a full queue', async () => {
  const slots = new CallerSlots({ ...limits, inAll: 4, perAddress: 2, waitMs: 10_000 });
  const releases = await fill(slots, [guest(two[0]), guest(two[0]), guest(two[1])]);
  const crowd = times(15, () => guest(two[1])).map((caller) => slots.take(caller, stays));
  const first = times(9, () => guest('10.0.0.3')).map((caller) => slots.take(caller, stays));
  // The queue is full with 24 guests.
  const served = slots.take(guest('10.0.0.4'), stays).then(() => 'served');
  await expect(crowd.at(-1)).rejects.toThrow(NoSlotError);
  releases[0]?.();
  await first[0];
  releases[1]?.();
  expect(await served).toBe('served');
  void slots.close();
  await Promise.allSettled([...crowd, ...first]);
});

it('closes when all running requests have finished', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const release = await slots.take(guest('10.0.0.1'), stays);
  const closed = slots.close().then(() => 'closed');
  await expect(slots.take(guest('10.0.0.1'), stays)).rejects.toThrow(NoSlotError);
  expect(slots.stopping.aborted).toBe(true);
  expect(await Promise.race([closed, Promise.resolve('open')])).toBe('open');
  release();
  expect(await closed).toBe('closed');
});
