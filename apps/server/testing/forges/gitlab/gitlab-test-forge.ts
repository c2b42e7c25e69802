import { FakeForge } from '../fake/fake-forge.ts';
import { FakeTestForge } from '../fake/fake-test-forge.ts';
import { SignInPages } from '../fake/sign-in-pages.ts';
import { World } from '../fake/world.ts';
import { accountCalls } from './account-calls.ts';
import { contentCalls } from './content-calls.ts';
import { GitlabDeliveries } from './deliveries.ts';
import { fileCalls } from './file-calls.ts';
import { hookCalls } from './hook-calls.ts';
import { pageOf } from './pages.ts';
import { projectCalls } from './project-calls.ts';
import { statusCalls } from './status-calls.ts';

/** A fake of GitLab. */
export async function startGitlab() {
  const world = new World();
  const pages = new SignInPages({
    world,
    authorizePath: '/oauth/authorize',
    tokenPath: '/oauth/token',
    tokenSeconds: 7200,
    isStrict: true,
    authentication: 'body',
  });
  const gitlab = new FakeForge({
    world,
    pages,
    prefix: '/api/v4',
    pageOf,
    unknownToken: {
      error: 'invalid_token',
      error_description: 'Token was revoked. You have to re-authorize from the user.',
    },
    blockedAccount: { message: '403 Forbidden - Your account has been blocked.' },
  });
  const deliveries = new GitlabDeliveries(gitlab);
  await gitlab.start({
    ...accountCalls(gitlab),
    ...projectCalls(gitlab),
    ...contentCalls(gitlab),
    ...fileCalls(gitlab, deliveries),
    ...hookCalls(gitlab),
    ...statusCalls(gitlab),
  });
  return new FakeTestForge('gitlab', gitlab, deliveries);
}
