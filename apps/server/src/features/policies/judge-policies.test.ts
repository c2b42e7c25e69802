import type { Policy } from '@millrace/contract/api';
import { expect, it } from 'vitest';
import { type JudgedBuild, judgePolicies, judgePolicy } from './judge-policies.ts';

const today = '2026-11-30';
const policy = (rule: Partial<Policy>): Policy => ({
  name: 'p',
  enabled: true,
  namespaces: [],
  events: [],
  exceptions: [],
  ...rule,
});
const step = (image: string, isCertain = true) => ({ stage: 's', name: 'a', image, isCertain });
const build = (changes: Partial<JudgedBuild> = {}): JudgedBuild => ({
  slug: 'acme/tools',
  namespace: 'acme',
  event: 'push',
  target: '',
  person: 'ada',
  steps: [step('golang:1.26')],
  ...changes,
});
const images = policy({ images: ['golang', 'ghcr.io/acme/*'] });
const scan = policy({ require_image: 'acme/scan' });
const deploy = policy({ deploy: { targets: ['prod*'], people: ['ada'] } });
const exception = { repo: 'acme/tools', owner: 'bob', until: today, reason: '' };

it.each([
  ['an allowed image', images, build(), undefined],
  ['no image', images, build({ steps: [step('')] }), undefined],
  [
    'another image',
    images,
    build({ steps: [step('golang'), step('node')] }),
    'does not allow the image node of the step s › a',
  ],
  [
    'an image with a variable',
    images,
    build({ steps: [step('golang:${TAG}')] }),
    'does not allow the image golang:${TAG} of the step s › a',
  ],
  [
    'the same name at another registry',
    images,
    build({ steps: [step('evil.example/golang')] }),
    'does not allow the image evil.example/golang of the step s › a',
  ],
  ['the required image', scan, build({ steps: [step('acme/scan:2')] }), undefined],
  [
    'the required image in a step that may not run',
    scan,
    build({ steps: [step('acme/scan', false)] }),
    'requires a step that always runs the image acme/scan',
  ],
  ['no required image', scan, build(), 'requires a step that always runs the image acme/scan'],
  ['a push with a policy of deployments', deploy, build({ person: 'eve' }), undefined],
  ['a permitted promotion', deploy, build({ event: 'promote', target: 'production' }), undefined],
  [
    'a promotion by somebody else',
    deploy,
    build({ event: 'promote', target: 'production', person: 'eve' }),
    'does not let eve deploy to production',
  ],
  [
    'a rollback by nobody',
    deploy,
    build({ event: 'rollback', target: 'prod', person: '' }),
    'does not let this build deploy to prod',
  ],
  ['another target', deploy, build({ event: 'promote', target: 'qa', person: 'eve' }), undefined],
  ['another organization', policy({ ...scan, namespaces: ['octo'] }), build(), undefined],
  ['another event', policy({ ...scan, events: ['tag'] }), build(), undefined],
  ['an exception', policy({ ...scan, exceptions: [exception] }), build(), undefined],
  [
    'an exception that has ended',
    policy({ ...scan, exceptions: [{ ...exception, until: '2026-11-29' }] }),
    build(),
    'requires a step that always runs the image acme/scan',
  ],
  [
    'an exception for another repository',
    policy({ ...scan, exceptions: [{ ...exception, repo: 'acme/other' }] }),
    build(),
    'requires a step that always runs the image acme/scan',
  ],
])('%s', (_, rule, judged, problem) => {
  expect(judgePolicy(rule, judged, today)).toBe(problem && `The policy "p" ${problem}`);
});

it('judges by enabled policies alone, the first one first', () => {
  const off = policy({ ...scan, enabled: false });
  const second = policy({ images: ['node'], name: 'q' });
  expect(judgePolicies([off], build(), today)).toBeUndefined();
  expect(judgePolicies([off, second, scan], build(), today)).toContain('The policy "q"');
});
