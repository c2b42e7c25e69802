import { describe, expect, it, vi } from 'vitest';
import { buildsOf } from '../../../../testing/builds-of.ts';
import { serverOfFile } from '../../../../testing/server-of-file.ts';
import { pushSampleRepo } from '../../../../testing/test-server.ts';
import type { Repo } from '../../../domain/repo.ts';
import { ForgeAwayError } from '../../../forges/remote/forge-errors.ts';
import { unknownPathsWarning } from './changed-paths.ts';

const pipelineWith = (more: string) => `kind: pipeline
type: exec
name: default
${more}
steps:
  - { name: work, commands: [ "true" ] }
`;

const server = await serverOfFile();
await server.addUser('ada');

const addRepo = (name: string, more: string) =>
  pushSampleRepo(server, 'ada', name, pipelineWith(more));

async function build(repo: Repo, facts: { isOverdue?: boolean; listedPaths?: string[] } = {}) {
  const { forge } = server.core;
  const { buildCreator, buildStarter } = buildsOf(server);
  const { commit, ref, target } = await buildStarter.findTarget(repo, 'main', '');
  const before = 'a'.repeat(40);
  const request = { trigger: '@hook', sender: 'ada', commit, ref, target, before, ...facts };
  const asked = vi.spyOn(forge, 'listChangedPaths');
  return {
    asked,
    /** Lists the changed files as the forge reports them. */
    when: async (answer: string[] | null | Error) => {
      if (answer instanceof Error) asked.mockRejectedValue(answer);
      else asked.mockResolvedValue(answer);
      return buildCreator.createBuild(repo, { event: 'push', ...request });
    },
  };
}

const docs = 'trigger: { paths: [ "docs/**" ] }';

describe('changed files that a forge cannot list', () => {
  it('match every condition, with a warning on the build', async () => {
    const { when } = await build(await addRepo('unknown', docs));
    expect((await when(null))?.warnings).toEqual([unknownPathsWarning]);
  });

  it('cause no warning without a condition', async () => {
    const more = 'environment: { paths: docs }';
    const { when, asked } = await build(await addRepo('unasked', more));
    expect((await when(null))?.warnings).toEqual([]);
    expect(asked).toHaveBeenCalled();
  });

  it('match every condition after a long wait, with a warning on the build', async () => {
    const { when } = await build(await addRepo('overdue', docs), { isOverdue: true });
    expect((await when(new ForgeAwayError()))?.warnings).toEqual([unknownPathsWarning]);
  });

  it('are read from the delivery after a long wait', async () => {
    const facts = { isOverdue: true, listedPaths: ['src/a'] };
    const { when } = await build(await addRepo('listed', docs), facts);
    expect(await when(new ForgeAwayError())).toBeNull();
  });

  it('cause no warning if they are known', async () => {
    const { when } = await build(await addRepo('known', docs));
    expect((await when(['docs/a']))?.warnings).toEqual([]);
    expect(await when(['src/a'])).toBeNull();
  });
});
