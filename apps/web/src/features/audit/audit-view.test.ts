import type { AuditEvent } from '@millrace/contract/api';
import { expect, test } from 'vitest';
import { textsIn } from '../../lib/i18n/texts.ts';
import { actionText, detailsText, objectText, originText } from './audit-view.ts';
import { auditMessages } from './messages.ts';

const text = textsIn('en', auditMessages);

const event: AuditEvent = {
  id: 1,
  time: 0,
  action: 'build.cancel',
  actor: 'ada',
  credential: 'access_token',
  token: 'ci',
  address: '10.0.0.7',
  repo: 'octo/hello',
  target: '7',
  details: { trusted: true, timeout: 30 },
};

test('describes an event', () => {
  expect(actionText(event, text)).toBe('Canceled a build');
  expect(objectText(event)).toBe('octo/hello · 7');
  expect(detailsText(event)).toBe('trusted: true, timeout: 30');
  expect(originText(event, text)).toBe('Access token ci · 10.0.0.7');
});

test('shows the words of a newer server as they are', () => {
  const newer = { ...event, action: 'cloud.move', credential: 'passkey', token: '' };
  expect(actionText(newer, text)).toBe('cloud.move');
  expect(originText(newer, text)).toBe('passkey · 10.0.0.7');
});

test('describes an event of the command line', () => {
  const local = { ...event, credential: 'command_line', token: '', address: '', repo: '' };
  expect(originText(local, text)).toBe('Command line');
  expect(objectText(local)).toBe('7');
});
