import { expect, it } from 'vitest';
import { rootUser, WorkspaceUsers } from './workspace-users.ts';

/** Starts steps in one workspace, and notes how its files change. */
function setUp() {
  const users = new WorkspaceUsers();
  const changes: string[] = [];
  const start = async (user: string) => {
    const use = users.enter(user);
    await use.takeFiles(async (goal) => void changes.push(`${goal} ${user}`));
    return use;
  };
  const run = async (user: string) => (await start(user)).leave();
  return { users, changes, start, run };
}

it('leaves the files alone while their user is the same', async () => {
  const { changes, run } = setUp();
  for (const user of [rootUser, rootUser, '1000', '1000', rootUser]) await run(user);
  expect(changes).toEqual(['own 1000', `own ${rootUser}`]);
});

it('shares the files while steps of several users run', async () => {
  const { changes, start } = setUp();
  const root = await start(rootUser);
  const first = await start('1000');
  const second = await start('2000');
  expect(changes).toEqual(['share 1000', 'share 2000']);
  for (const use of [root, first]) use.leave();
  await start('2000');
  expect(changes.at(-1)).toBe('own 2000');
  second.leave();
});

it('lets root use the files of a running step', async () => {
  const { changes, start } = setUp();
  await start('1000');
  const root = await start(rootUser);
  expect(changes).toEqual(['own 1000']);
  expect(root.needsTrust).toBe(true);
});

it('needs trust as long as files may belong to another user', async () => {
  const { users, start } = setUp();
  const root = await start(rootUser);
  users.addUnknown();
  const second = await start(rootUser);
  expect([root, second].map(({ needsTrust }) => needsTrust)).toEqual([false, false]);
  for (const use of [root, second]) use.leave();
  const first = await start('1000');
  expect(first.needsTrust).toBe(true);
  first.leave();
  const [same, other] = [users.enter('1000'), users.enter(rootUser)];
  expect([same.needsTrust, other.needsTrust]).toEqual([false, true]);
});

it('changes files of unknown owners, unless the user is root', async () => {
  const { users, changes, run } = setUp();
  users.addUnknown();
  await run(rootUser);
  await run('1000');
  users.addUnknown();
  await run('1000');
  await run('1000');
  expect(changes).toEqual(['own 1000', 'own 1000']);
});

it('repeats a change that failed', async () => {
  const { users, changes, run } = setUp();
  const use = users.enter('1000');
  const failure = use.takeFiles(() => Promise.reject(new Error('no chown')));
  await expect(failure).rejects.toThrow('no chown');
  use.leave();
  await run('1000');
  expect(changes).toEqual(['own 1000']);
});
