import type { Build } from '@millrace/build-rules';
import type { JudgedFile, PlannedStage } from '@millrace/pipeline';
import { expect, it } from 'vitest';
import { type BuildFacts, decideBuild } from './decide-build.ts';

const stage = { name: 'test', status: 'pending' } as PlannedStage;
const judged: JudgedFile = {
  errors: [],
  warnings: [],
  stages: [stage],
  trustErrors: [],
  hasPathConditions: false,
  isDeployment: false,
};
const open = { isProtected: false, ignoreForks: false, ignorePullRequests: false };
const noCancel = { autoCancelPullRequests: false, autoCancelPushes: false };
const rules = { ...open, ...noCancel, autoCancelRunning: false };
const event: BuildFacts['event'] = {
  event: 'push',
  isHook: true,
  isFork: false,
  title: '',
  message: '',
  isByApprover: false,
};
const facts: BuildFacts = {
  repo: { configPath: '.drone.yml', trusted: false },
  rules,
  event,
  judged,
  file: { config: 'kind: pipeline', error: '' },
  warnings: ['odd'],
};
const needsTrust = { judged: { ...judged, trustErrors: ['privileged needs trust'] } };
const trusted = { repo: { configPath: '.drone.yml', trusted: true } };
const excluded = { reason: 'no pipeline is for this push', isExcludedByTarget: true };
const guarded = { rules: { ...rules, isProtected: true } };
const fork = { event: { ...event, isFork: true } };

const created = { kind: 'create', stages: [{ status: 'pending' }] };
const blocked = { kind: 'create', stages: [{ status: 'blocked' }] };
const error = (text: string) => ({ kind: 'error', error: text, keepsFile: true });

it.each<[string, Partial<BuildFacts>, object]>([
  ['an event', {}, { ...created, warnings: ['odd'] }],
  [
    'a skipped commit',
    { event: { ...event, message: '[ci skip]' }, known: {} as Build },
    { kind: 'skip', event: { reason: 'the commit message asks to skip' } },
  ],
  ['a known delivery', { known: { number: 7 } as Build }, { kind: 'known', build: { number: 7 } }],
  [
    'a file that is not converted',
    { file: { config: '', error: 'line 1' }, ...guarded },
    { kind: 'error', error: 'line 1', warnings: [], keepsFile: false },
  ],
  ['a bisected file without the step', { lacksStep: true }, { kind: 'none' }],
  [
    'a file with errors',
    { judged: { ...judged, errors: ['a', 'b'], stages: [] }, exclusion: excluded },
    { ...error('.drone.yml: a; b'), warnings: ['odd'] },
  ],
  [
    'a file that is too long',
    {
      judged: { ...judged, errors: ['too long'] },
      file: { config: 'x'.repeat(10_000_001), error: '' },
    },
    { kind: 'error', keepsFile: false },
  ],
  ['an excluded event', { exclusion: excluded, ...needsTrust }, { kind: 'skip', event: excluded }],
  [
    'a file that needs trust',
    { ...needsTrust, problem: 'no source' },
    error('.drone.yml: privileged needs trust'),
  ],
  ['a trusted file', { ...needsTrust, ...trusted }, created],
  ['a secret without a source', { problem: 'no source' }, error('.drone.yml: no source')],
  [
    'a file that an extension skips',
    { verdict: { kind: 'skip' } },
    { kind: 'skip', event: { reason: 'an extension skips it', isExcludedByTarget: false } },
  ],
  [
    'a file that an extension rejects',
    { verdict: { kind: 'reject', reason: 'no' } },
    { ...error('no'), warnings: ['odd'] },
  ],
  [
    'a file that an extension blocks, even if it is signed',
    { verdict: { kind: 'block', by: 'policy' }, isSigned: true },
    { ...blocked, warnings: ['odd', 'The policy requires approval'] },
  ],
  ['a protected repository', guarded, blocked],
  ['a protected repository with a signed file', { ...guarded, isSigned: true }, created],
  ['a build by an approver', { ...guarded, event: { ...event, isByApprover: true } }, created],
  ['a fork', fork, created],
  ['a fork that needs trust', { ...fork, ...needsTrust, ...trusted }, blocked],
])('decides about %s', (_, given, decision) => {
  expect(decideBuild({ ...facts, ...given })).toMatchObject(decision);
});

it('decides nothing final before the file is read', () => {
  const { judged: _, file: __, ...begun } = facts;
  expect(decideBuild({ ...begun, ...guarded })).toMatchObject({ kind: 'create', stages: [] });
});
