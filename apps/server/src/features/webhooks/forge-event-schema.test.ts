import { expect, it } from 'vitest';
import { readFixture } from '../../../testing/read-fixture.ts';
import { forgeEvent } from './forge-event-schema.ts';

const events: object[] = JSON.parse(readFixture('forge-events-6b82ee89', import.meta.url));

it.each(events)('reads an event that an earlier version stored', (event) => {
  expect(forgeEvent.parse(event)).toMatchObject(event);
});

it('ignores fields of a newer version', () => {
  expect(forgeEvent.parse({ ...events[0], priority: 1 })).toMatchObject(events[0] ?? {});
});
