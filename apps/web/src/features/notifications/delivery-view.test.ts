import { sampleDelivery } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { textsIn } from '../../lib/i18n/texts.ts';
import { deliveryName, outcomeText, prettyJson, readMail, resultText } from './delivery-view.ts';
import { notificationMessages } from './messages.ts';

const text = textsIn('en', notificationMessages);

const none = { repo: '', build: 0 };

test.each([
  ['octo/hello #3', sampleDelivery()],
  ['octo/hello #3, attempt 2', sampleDelivery({ attempt: 2 })],
  ['Test message', sampleDelivery({ ...none, kind: 'test' })],
  ['Digest', sampleDelivery({ ...none, kind: 'digest' })],
])('names the message %s', (name, delivery) => {
  expect(deliveryName(delivery, text)).toBe(name);
});

test.each([
  ['HTTP 200', 'slack', sampleDelivery()],
  ['SMTP 250', 'email', sampleDelivery({ response_status: 250 })],
  ['The host is unknown', 'slack', sampleDelivery({ error: 'The host is unknown' })],
  ['', 'slack', sampleDelivery({ response_status: 0 })],
] as const)('shows the result "%s"', (result, channel, delivery) => {
  expect(resultText(delivery, channel, text)).toBe(result);
});

test.each([
  ['', sampleDelivery({ status: 'waiting', tries: 0, response_status: 0 })],
  ['', sampleDelivery({ status: 'held', tries: 0, response_status: 0 })],
  ['octo/hello #3: sent.', sampleDelivery()],
  ['octo/hello #3: failed. HTTP 404', sampleDelivery({ status: 'failed', response_status: 404 })],
  [
    'octo/hello #3: not sent yet, will be retried. HTTP 503',
    sampleDelivery({ status: 'waiting', response_status: 503 }),
  ],
])('announces "%s"', (outcome, delivery) => {
  expect(outcomeText(delivery, 'slack', text)).toBe(outcome);
});

test('indents JSON, and returns any other text unchanged', () => {
  expect(prettyJson('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(prettyJson('<b>no</b>')).toBe('<b>no</b>');
  expect(prettyJson('')).toBe('');
});

test.each([
  [undefined, 'no JSON'],
  [undefined, 'null'],
  [undefined, '{"subject":1,"text":"b"}'],
  [{ subject: 'a', text: 'b' }, '{"subject":"a","text":"b","html":"<i>"}'],
])('reads the e-mail %j', (mail, body) => {
  expect(readMail(body)).toEqual(mail);
});
