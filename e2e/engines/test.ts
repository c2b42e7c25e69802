import { existsSync } from 'node:fs';
import { test as base, expect } from '@playwright/test';
import { Admin } from '../support/admin.ts';
import { Millrace } from '../support/millrace.ts';
import { pipelineOf, WorkTree } from '../support/work-tree.ts';
import type { Engine, Session } from './engine.ts';
import { firefoxProgram, startFirefox } from './firefox.ts';
import { Screen } from './screen.ts';
import { gjs, startWebkit, webkitDriver, xvfb } from './webkit.ts';

const engines = {
  firefox: { start: startFirefox, programs: [firefoxProgram] },
  webkit: { start: startWebkit, programs: [webkitDriver, gjs, xvfb] },
};
type EngineName = keyof typeof engines;

interface Fixtures {
  /** Console errors that the test causes itself. */
  mayLog: RegExp | undefined;
  /** A repository that no other test uses. */
  slug: string;
  session: Session;
  /** A tab without a page. */
  blank: Screen;
  /** A tab with the dashboard, where the admin has signed in with the form. */
  screen: Screen;
  admin: Admin;
}

interface WorkerFixtures {
  engineName: EngineName;
  /** Missing if its programs are not installed. */
  engine: Engine | undefined;
  millrace: Millrace;
}

const missingPrograms = (name: EngineName) =>
  engines[name].programs.filter((path) => !existsSync(path));

const size = { width: 1440, height: 900 };
let repos = 0;

/** Tests that run in each engine, with a real server. Every fault in the console fails them. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  engineName: ['firefox', { option: true, scope: 'worker' }],
  engine: [
    async ({ engineName }, use) => {
      const isInstalled = missingPrograms(engineName).length === 0;
      const engine = isInstalled ? await engines[engineName].start(size) : undefined;
      await use(engine);
      await engine?.close();
    },
    { scope: 'worker' },
  ],
  millrace: [
    // biome-ignore lint/correctness/noEmptyPattern: the test runner requires a pattern here
    async ({}, use) => {
      const millrace = await Millrace.start();
      await use(millrace);
      await millrace.dispose();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: the test runner requires a pattern here
  slug: async ({}, use) => use(`admin/mill-${++repos}`),
  mayLog: [undefined, { option: true }],
  admin: async ({ millrace }, use) => use(await Admin.signIn(millrace)),
  session: async ({ engine, engineName, mayLog }, use, testInfo) => {
    if (!engine) return testInfo.skip(true, `without ${missingPrograms(engineName).join(', ')}`);
    const session = await engine.startSession();
    await use(session);
    const faults = (await session.listFaults()).filter((text) => !mayLog?.test(text));
    for (const tab of testInfo.status === testInfo.expectedStatus ? [] : session.tabs) {
      const body = await tab.screenshot().catch(() => '');
      await testInfo.attach('screenshot', { body, contentType: 'image/png' });
    }
    await session.end();
    expect(faults).toEqual([]);
  },
  blank: async ({ session }, use) => use(new Screen(await session.openTab())),
  screen: async ({ blank, millrace }, use) => {
    await signIn(blank, millrace);
    await use(blank);
  },
});
export { expect };

async function signIn(screen: Screen, millrace: Millrace): Promise<void> {
  await screen.goto(millrace.url);
  await screen.get('field', 'Username').fill('admin');
  await screen.get('field', 'Password').fill(millrace.adminPassword);
  await screen.get('button', 'Sign in').click();
  await screen.get('heading', 'Dashboard').shown();
}

/** Pushes a commit whose pipeline runs these commands. */
export async function push(
  millrace: Millrace,
  slug: string,
  commands: string[],
  { message = 'Turn the wheel', more = '' } = {},
): Promise<void> {
  const tree = await WorkTree.create(millrace, slug);
  await tree.commit({ '.drone.yml': pipelineOf(commands) + more }, message);
  const { exitCode, stderr } = await tree.push();
  if (exitCode !== 0) throw new Error(stderr);
}
