import { hookTrigger } from '@millrace/build-host/builds/build-input';
import type { Build } from '@millrace/contract/api';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildsOf } from '../../../../testing/builds-of.ts';
import {
  bearer,
  createWorkTree,
  pushSampleRepo,
  startTestServer,
  type TestServer,
} from '../../../../testing/test-server.ts';
import type { Repo } from '../../../domain/repo.ts';
import { reposPort } from '../../repos/port.ts';
import { findBuiltCommit } from './find-built-commit.ts';

let server: TestServer;
let ada: { token: string };
let repo: Repo;
/** Commits of `main`, oldest first, and of a branch that is not merged. */
let main: string[];
let side: string;

beforeEach(async () => {
  server = await startTestServer();
  ada = await server.addUser('ada');
  repo = await pushSampleRepo(server, 'ada');
  const work = await createWorkTree(server, 'ada', 'ada/project');
  await work.git('fetch', '--quiet', 'origin', 'main');
  await work.git('reset', '--quiet', '--hard', 'FETCH_HEAD');
  const old = (await work.git('rev-parse', 'HEAD')).stdout;
  main = [old, await work.commit({ a: '1' })];
  await work.git('push', '--quiet', 'origin', 'HEAD:main');
  await work.git('checkout', '--quiet', '-b', 'side');
  side = await work.commit({ b: '1' });
  await work.git('push', '--quiet', 'origin', 'HEAD:side');
});
afterEach(() => server.stop());

async function start(query: string): Promise<Build> {
  const url = `/api/repos/ada/project/builds?${query}`;
  return (await server.app.inject({ method: 'POST', url, headers: bearer(ada) })).json();
}

describe('a build of a named commit', () => {
  it('is one of the branch that contains the commit', async () => {
    for (const sha of main) {
      const built = await start(`branch=main&commit=${sha}`);
      expect(built).toMatchObject({ after: sha, target: 'main', ref: 'refs/heads/main' });
      expect(built.warnings).toBeUndefined();
    }
    expect(await start(`branch=side&commit=${main[0]}`)).toMatchObject({ target: 'side' });
  });

  it.each(['branch=main&', '', 'branch=gone&'])(
    'has no branch if its branch does not contain the commit: %s',
    async (branch) => {
      const built = await start(`${branch}commit=${side}`);
      expect(built).toMatchObject({ after: side, target: '', ref: side, source_repo: '' });
      expect(built.warnings).toEqual([
        expect.stringMatching(
          /^The commit \w{8} is not on the branch \w+, so the build has no branch$/,
        ),
      ]);
      const { number } = built;
      const again = await server.app.inject({
        method: 'POST',
        url: `/api/repos/ada/project/builds/${number}`,
        headers: bearer(ada),
      });
      expect(again.json()).toMatchObject({ after: side, target: '', ref: side });
    },
  );
});

describe('a commit that is on no known branch of a forge with forks', () => {
  const find = () => {
    const { findCommit, listCommits } = server.core.forge;
    const forge = {
      findCommit: findCommit.bind(server.core.forge),
      listCommits: listCommits.bind(server.core.forge),
    };
    return findBuiltCommit(
      { ...server.core, reposPort: server.ask(reposPort), forge },
      repo,
      'main',
      side,
    );
  };
  const forget = () => server.core.db.deleteFrom('builds').where('after', '=', side).execute();
  const receive = async (sourceRepo: string) => {
    const commit = await server.core.forge.findCommit(repo, side);
    if (!commit) throw new Error('There is no commit');
    await buildsOf(server).buildCreator.createBuild(repo, {
      event: 'pull_request',
      trigger: hookTrigger,
      sender: 'eve',
      target: 'main',
      commit,
      ref: 'refs/pull/1/head',
      source: 'side',
      sourceRepo,
    });
  };

  it('is one of the repository if it was pushed there', async () => {
    expect(await find()).toMatchObject({ target: '', ref: side });
    expect((await find()).sourceRepo).toBeUndefined();
  });

  it('is one of the fork that asked for it', async () => {
    await forget();
    await receive('eve/project');
    expect(await find()).toMatchObject({ target: '', sourceRepo: 'eve/project' });
  });

  it('is one of the repository if its own branch is asked for', async () => {
    await forget();
    await receive('ada/project');
    expect((await find()).sourceRepo).toBeUndefined();
  });

  it('is one of an unknown fork otherwise', async () => {
    await forget();
    expect(await find()).toMatchObject({
      target: '',
      ref: side,
      sourceRepo: 'ada/project?',
      warnings: [
        expect.stringContaining('so the build has no branch and is treated as one of a fork'),
      ],
    });
  });
});
