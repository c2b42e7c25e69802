import { expect, it } from 'vitest';
import { type Caller, CallerSlots, NoSlotError } from './caller-slots.ts';

const limits = { inAll: 8, perAccount: 3, perAddress: 4, timeoutMs: 1000, stallMs: 1000 };
const stays = new AbortController().signal;
const guest = (address: string): Caller => ({ account: null, address });

/** Takes as many slots as there are for callers like these. */
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
])('has so many slots at once: %s', async (_, caller, expected) => {
  const slots = new CallerSlots({ ...limits, waitMs: 0 });
  expect(await fill(slots, times(12, caller))).toHaveLength(expected);
});

it('gives a slot that comes back to the first who may have it', async () => {
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

it('forgets who went away while waiting', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const [release] = await fill(
    slots,
    times(4, () => guest('10.0.0.1')),
  );
  const gone = new AbortController();
  const left = slots.take(guest('10.0.0.1'), gone.signal);
  const next = slots.take(guest('10.0.0.1'), stays);
  gone.abort();
  release?.();
  await expect(left).rejects.toThrow(NoSlotError);
  expect(await next).toBeTypeOf('function');
});

it('refuses the caller who waits too often, not the others', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const stops: Promise<unknown>[] = times(4 + 32, () => guest('10.0.0.1')).map((caller) =>
    slots.take(caller, stays),
  );
  await expect(slots.take(guest('10.0.0.1'), stays)).rejects.toThrow(NoSlotError);
  expect(await slots.take(guest('10.0.0.2'), stays)).toBeTypeOf('function');
  void slots.close();
  expect((await Promise.allSettled(stops)).map(({ status }) => status)).toContain('rejected');
});

it('closes once all that run are done', async () => {
  const slots = new CallerSlots({ ...limits, waitMs: 10_000 });
  const release = await slots.take(guest('10.0.0.1'), stays);
  const closed = slots.close().then(() => 'closed');
  await expect(slots.take(guest('10.0.0.1'), stays)).rejects.toThrow(NoSlotError);
  expect(slots.stopping.aborted).toBe(true);
  expect(await Promise.race([closed, Promise.resolve('open')])).toBe('open');
  release();
  expect(await closed).toBe('closed');
});
