import { sampleStep } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { textsIn } from '../../lib/i18n/texts.ts';
import { consoleErrorText, footerText, noLogsBox } from './console-text.ts';
import type { ConsoleFacts } from './console-view.ts';
import { consoleMessages } from './messages.ts';

const text = textsIn('en', consoleMessages);
const step = { name: 'test', status: 'success', exit_code: 0 } as const;
const facts = (fields: Partial<ConsoleFacts>): ConsoleFacts => ({
  build: { status: 'failure' },
  stage: { name: 'default', status: 'failure' },
  step,
  hasLogs: false,
  isLoading: false,
  logError: null,
  ...fields,
});

test.each<[Partial<ConsoleFacts>, string]>([
  [{ stage: { name: 'default', status: 'skipped' } }, 'default: Skipped'],
  [{ stage: { name: 'default', status: 'killed' } }, 'default: test - Killed (Cancelled)'],
  [{ step: { ...step, status: 'error', error: 'no such image' } }, 'test: no such image'],
  [{ stage: { name: 'default', status: 'error' } }, 'default: test - Error'],
  [
    { stage: { name: 'default', status: 'error', error: 'no values' }, step: undefined },
    'default: no values',
  ],
  [
    { build: { status: 'killed' }, logError: 'sql: no rows in result set' },
    'This pipeline was cancelled',
  ],
  [{ logError: 'sql: no rows in result set' }, 'Step does not exist'],
  [{ logError: 'disk full' }, 'disk full'],
  [{}, 'Something went wrong, please, reload the page or restart the build'],
])('the danger box for %o', (fields, message) => {
  expect(consoleErrorText(facts(fields), text)).toBe(message);
});

test.each<[Partial<ConsoleFacts>, string, string]>([
  [{ build: { status: 'declined' } }, 'danger', 'This pipeline was declined'],
  [{}, 'success', 'default - test: success'],
  [{ step: { ...step, status: 'skipped' } }, 'warning', 'default - test: skipped'],
  [{ step: { ...step, status: 'killed' } }, 'danger', 'default - test: killed'],
  [
    { step: undefined, stage: { name: 'default', status: 'error', error: 'bad yaml' } },
    'danger',
    'default: bad yaml',
  ],
  [
    { step: undefined, stage: { name: 'default', status: 'skipped' } },
    'warning',
    'default: skipped',
  ],
  [
    {
      step: undefined,
      stage: { name: 'default', status: 'success', steps: [sampleStep({ name: 'test' })] },
    },
    'warning',
    'Step does not exist',
  ],
])('the box without logs for %o', (fields, tone, message) => {
  expect(noLogsBox(facts(fields), text)).toEqual({ tone, message });
});

test.each([
  [{ status: 'error', error: 'no such image' }, 'no such image'],
  [{ status: 'failure', exit_code: 3 }, 'Exit Code 3'],
  [{ status: 'success' }, 'Exit Code 0'],
  [{ status: 'running' }, 'Step is running...'],
  [{ status: 'pending' }, 'Step is pending'],
  [{ status: 'killed' }, 'Step is killed (canceled)'],
  [{ status: 'skipped' }, 'Loading...'],
] as const)('the footer for %o', (fields, message) => {
  expect(footerText({ ...step, ...fields }, text)).toBe(message);
});

test('the footer without a step', () => {
  expect(footerText(undefined, text)).toBe('Loading...');
});
