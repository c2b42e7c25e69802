import { sampleBuild } from '@millrace/contract/testing';
import { expect, test } from 'vitest';
import { textsIn } from '../lib/i18n/texts.ts';
import { activityMessages } from './activity-messages.ts';
import { activityText, buildActor, buildTitle } from './activity-text.ts';

const base = { target: 'main', ref: 'refs/heads/main', parent: 12, deploy_to: 'staging' };

test.each([
  [{ event: 'push' }, 'pushed to main'],
  [
    { event: 'pull_request', action: 'opened', ref: 'refs/pull/7/head' },
    'opened pull request #7 to main',
  ],
  [
    { event: 'pull_request', action: 'synchronize', ref: 'refs/pull/7/head' },
    'synchronized pull request #7 to main',
  ],
  [{ event: 'tag', ref: 'refs/tags/v1.2' }, 'created tag v1.2'],
  [{ event: 'promote' }, 'promoted build #12 to staging'],
  [{ event: 'rollback' }, 'rolled back build #12 to staging'],
  [{ event: 'cron', cron: 'nightly' }, 'via cron job nightly on main'],
  [{ event: 'custom' }, 'started a build of main'],
  [{ event: 'custom', target: '', ref: 'refs/tags/v1.2' }, 'started a build of v1.2'],
] as const)('describes the event: %o', (fields, text) => {
  expect(activityText(sampleBuild({ ...base, ...fields }), textsIn('en', activityMessages))).toBe(
    text,
  );
});

test('returns a title that is never empty', () => {
  const untitled = textsIn('en', activityMessages).untitled;
  expect(buildTitle(sampleBuild({ title: 'Fix it', message: 'x' }), untitled)).toBe('Fix it');
  expect(buildTitle(sampleBuild({ title: '', message: 'one\ntwo' }), untitled)).toBe('one');
  expect(buildTitle(sampleBuild({ title: '', message: '', number: 4 }), untitled)).toBe('Build #4');
});

test('returns the author of a change, or the account that started the build by hand', () => {
  const people = { author_login: 'ada', author_avatar: '/ada.png', sender: 'brian' };
  const author = { name: 'ada', avatar: '/ada.png' };
  expect(buildActor(sampleBuild({ ...people, event: 'push' }))).toEqual(author);
  expect(buildActor(sampleBuild({ ...people, event: 'promote', trigger: 'grace' }))).toMatchObject({
    name: 'grace',
  });
  expect(buildActor(sampleBuild({ ...people, trigger: '@hook', event: 'custom' }))).toEqual({
    name: 'brian',
    avatar: '',
  });
  expect(buildActor(sampleBuild({ ...people, event: 'custom', sender: '' }))).toEqual(author);
});
