import { expect, it } from 'vitest';
import { PushReport } from './push-report.ts';

const packet = (data: string) => (data.length + 4).toString(16).padStart(4, '0') + data;

function run(response: string, size: number, text: string | null): string {
  const report = new PushReport();
  let sent = '';
  for (let at = 0; at < response.length; at += size) {
    sent += report.forward(Buffer.from(response.slice(at, at + size), 'latin1')).toString('latin1');
  }
  return sent + report.end(text).toString('latin1');
}

const inner = '000eunpack ok\n0000';
const banded = `${packet(`\x01${inner}`)}0000`;

it.each([1, 3, 4, 1000])('adds a message before the end, in chunks of %i bytes', (size) => {
  expect(run(banded, size, 'Hello')).toBe(`${packet(`\x01${inner}`)}${packet('\x02Hello\n')}0000`);
  expect(run(banded, size, null)).toBe(banded);
});

it.each([
  ['a response without bands', `${packet('unpack ok\n')}0000`],
  ['a response that is cut off', banded.slice(0, -4)],
  ['an empty response', ''],
  ['a text', 'Not a response of git'],
])('forwards %s unchanged', (_, response) => {
  for (const size of [1, 1000]) expect(run(response, size, 'Hello')).toBe(response);
});

it('explains a rejected shallow push before the report', () => {
  const rejected = packet('\x01ng refs/heads/main shallow update not allowed\n');
  const sent = run(`${rejected}0000`, 1000, null);
  expect(sent.slice(4, 26)).toBe('\x02This clone is shallow');
  expect(sent.endsWith(`${rejected}0000`)).toBe(true);
});
