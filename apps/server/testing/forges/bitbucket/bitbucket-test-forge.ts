import { FakeForge } from '../fake/fake-forge.ts';
import { FakeTestForge } from '../fake/fake-test-forge.ts';
import { SignInPages } from '../fake/sign-in-pages.ts';
import { World } from '../fake/world.ts';
import { accountCalls } from './account-calls.ts';
import { contentCalls } from './content-calls.ts';
import { BitbucketDeliveries } from './deliveries.ts';
import { fileCalls } from './file-calls.ts';
import { hookCalls } from './hook-calls.ts';
import { pageOf } from './pages.ts';
import { refusal } from './refusal.ts';
import { repositoryCalls } from './repository-calls.ts';
import { statusCalls } from './status-calls.ts';

/** A fake of Bitbucket Cloud. */
export async function startBitbucket() {
  const world = new World();
  const pages = new SignInPages({
    world,
    authorizePath: '/site/oauth2/authorize',
    tokenPath: '/site/oauth2/access_token',
    tokenSeconds: 7200,
    isStrict: false,
    authentication: 'header',
  });
  const expired = 'Access token expired. Use your refresh token to obtain a new access token.';
  const bitbucket = new FakeForge({
    world,
    pages,
    prefix: '/2.0',
    pageOf,
    unknownToken: refusal(401, expired).body,
  });
  const deliveries = new BitbucketDeliveries(bitbucket);
  await bitbucket.start({
    ...accountCalls(bitbucket),
    ...repositoryCalls(bitbucket),
    ...contentCalls(bitbucket),
    ...fileCalls(bitbucket, deliveries),
    ...hookCalls(bitbucket),
    ...statusCalls(bitbucket),
  });
  return new FakeTestForge('bitbucket', bitbucket, deliveries);
}
