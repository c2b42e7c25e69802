import { FakeTestForge } from './fake/fake-test-forge.ts';
import type { GithubDeliveries } from './github/deliveries.ts';
import { FakeGithub } from './github/fake-github.ts';
import { readSettings } from './github/shapes.ts';

/** Fake of GitHub Enterprise Server. It validates every call and response against the published API. */
export class GithubTestForge extends FakeTestForge<GithubDeliveries, FakeGithub> {
  static async start(): Promise<GithubTestForge> {
    const github = await FakeGithub.start();
    return new GithubTestForge('github', github, github.deliveries);
  }

  get github(): FakeGithub {
    return this.fake;
  }

  override async stop(): Promise<void> {
    await super.stop();
    const { faults } = this.github;
    if (faults.length > 0)
      throw new Error(`Differs from the published API of GitHub:\n${faults.join('\n')}`);
  }

  /** GitHub never disables webhooks, so only the secret is changed. */
  override async breakHooks(slug: string): Promise<void> {
    for (const { settings } of this.github.world.repository(slug).hooks) {
      readSettings(settings).config.secret = 'another';
    }
  }
}
