// `npm run mutations`: plants faults in the source, one at a time, and runs the tests that should find each,
// then all tests that import the file. Reports which tier found each fault, and restores the source. `npm run
// mutations -- NAME` plants the faults with NAME in their name.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, ensureDependencies, ensurePostgres, root, runNode, say } from './setup.mjs';
import { ensureTestPrograms } from './test-programs.mjs';

const server = 'apps/server/src';
const runner = 'apps/runner/src';
const web = 'apps/web/src';

/**
 * `tests` are parts of the names of test files that should find the fault; `screens` are those of browser
 * tests.
 */
const mutations = [
  {
    name: 'guests see internal repositories',
    file: `${server}/domain/permissions.ts`,
    from: "(visibility === 'internal' && viewer === 'account')",
    to: "visibility === 'internal'",
    tests: ['domain/permissions', 'access'],
  },
  {
    name: 'a deployment runs after a failure',
    file: 'packages/build-rules/src/stage-graph.ts',
    from: "if (!stage.onFailure) released.set(stage, 'skipped')",
    to: "if (!stage.onFailure) released.set(stage, 'pending')",
    tests: ['build-rules/src/stage-graph'],
  },
  {
    name: 'the queue ignores limits',
    file: 'packages/build-rules/src/queue.ts',
    from: ' && !limits.findReached(stage)',
    to: ' && limits',
    tests: ['build-rules/src/queue'],
  },
  {
    name: 'pull requests get every secret',
    file: `${server}/features/secrets/stage-secrets.ts`,
    from: 'mayUse(row, user) ? opened(row) : null',
    to: 'opened(row)',
    tests: ['features/secrets'],
  },
  {
    name: 'a byte range ends one byte too early',
    file: `${server}/http/byte-range.ts`,
    from: 'to: range.end + 1',
    to: 'to: range.end',
    tests: ['byte-range', 'artifacts-api'],
  },
  {
    name: 'transactions on Postgres acquire no locks',
    file: `${server}/db/locks.ts`,
    from: 'if (!isPostgres(trx)) return;',
    to: 'if (!isPostgres(trx) || turn) return;',
    tests: ['artifact-quotas', 'accounts-at-once', 'runner-claims', 'log-store'],
  },
  {
    name: 'a cron job starts according to its old schedule',
    file: `${server}/features/crons/cron-store.ts`,
    from: "        .where('next', '=', seen.next)\n",
    to: '',
    tests: ['features/crons'],
  },
  {
    name: 'the artifact limits of a repository are ignored',
    file: `${server}/features/artifacts/artifact-service.ts`,
    from: 'artifactLimitsOf(await this.ownLimits.find(repoId), this.deps.limits)',
    to: 'artifactLimitsOf(await this.ownLimits.find(0), this.deps.limits)',
    tests: ['features/artifacts'],
  },
  {
    name: 'a log keeps twice as many first lines',
    file: `${runner}/run/logs/middle-cut.ts`,
    from: 'if (bytes > this.maxBytes / 2) return index;',
    to: 'if (bytes > this.maxBytes) return index;',
    tests: ['run/logs'],
  },
  {
    name: 'privileged plugins accept every setting',
    file: `${runner}/plan/privileged-plugins.ts`,
    from: 'return isTrusted || ![...ownVariables, ...variables].some(reachesPrivileges);',
    to: 'return isTrusted || [...ownVariables, ...variables].length >= 0;',
    tests: ['runner/src/plan', 'commands/plan'],
  },
  {
    name: 'steps after a skipped step never start',
    file: `${runner}/run/step-graph.ts`,
    from: '          skip.push(step);\n          this.finished.add(step.name);',
    to: '          skip.push(step);',
    tests: ['run/step-graph'],
  },
  {
    name: 'a rejected clone is retried',
    file: `${runner}/run/transient-failure.ts`,
    from: 'const rejection = /returned error: 4\\d\\d|',
    to: 'const rejection = /returned error: 9\\d\\d|',
    tests: ['run/transient-failure'],
  },
  {
    name: 'a link to lines is off by one',
    file: `${web}/features/console/line-range.ts`,
    from: '{ from: from - 1, to: to - 1 }',
    to: '{ from: from - 1, to }',
    tests: ['console/line-range'],
  },
  {
    name: 'a new build does not invalidate the list of branches',
    file: `${web}/api/build-cache.ts`,
    from: '  void client.invalidateQueries(branchesQuery(repo));\n',
    to: '',
    tests: ['builds/build-cache'],
  },
  {
    name: 'a cron job has the wrong default branch',
    file: `${web}/lib/default-branch.ts`,
    from: "return branch || 'master';",
    to: "return branch || 'main';",
    tests: ['features/crons'],
  },
  {
    name: 'icon buttons have no accessible name',
    file: `${web}/ui/icon-button.tsx`,
    from: 'aria-label={label} title={label}',
    to: 'title=""',
    tests: ['web/src/features'],
    screens: ['barriers'],
  },
  {
    name: 'every webhook signature is valid',
    file: `${server}/forges/remote/signatures.ts`,
    from: 'return isSameText(signature.slice(prefix.length), right);',
    to: 'return right.length > 0;',
    tests: ['webhooks', 'deliveries', 'testing/forges/github'],
  },
  {
    name: 'GitLab reporters may write',
    file: `${server}/forges/gitlab/access-level.ts`,
    from: 'developer: 30',
    to: 'developer: 20',
    tests: ['gitlab'],
  },
  {
    name: 'Bitbucket shows a canceled build as failed',
    file: `${server}/forges/bitbucket/statuses.ts`,
    from: "killed: 'STOPPED'",
    to: "killed: 'FAILED'",
    tests: ['bitbucket'],
  },
  {
    name: 'Gitea sends no events for pushes to pull requests',
    file: `${server}/forges/gitea/hooks.ts`,
    from: "'pull_request', 'pull_request_sync', ",
    to: "'pull_request', ",
    tests: ['gitea'],
  },
];

await ensureDependencies();
await ensurePostgres();
const programs = await ensureTestPrograms(true);
// On a signal, the current fault is removed before this process exits.
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    isStopped = true;
  });
}
const chosen = mutations.filter(({ name }) => name.includes(process.argv[2] ?? ''));
const caught = { short: 0, deep: 0 };
for (const mutation of chosen) {
  const tier = await plant(mutation);
  if (isStopped) process.exit(1);
  if (tier === 'short') caught.short++;
  if (tier) caught.deep++;
  say(`${tier ? `caught by the ${tier} run` : 'NOT CAUGHT'}: ${mutation.name}`);
}
say(
  `\n${chosen.length} faults: ${caught.short} caught by the short run, ${caught.deep} by the deep run`,
);
process.exit(caught.deep === chosen.length ? 0 : 1);

/** Returns the tier whose tests find the fault. The deep run includes all tests of the short run. */
async function plant({ file, from, to, tests, screens = [] }) {
  const path = join(root, file);
  const source = readFileSync(path, 'utf8');
  if (await fails(['run', ...tests])) throw new Error(`These tests fail without a fault: ${tests}`);
  if (source.split(from).length !== 2)
    throw new Error(`${file} must contain "${from}" exactly once`);
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  try {
    if (await fails(['run', ...tests])) return 'short';
    if (screens.length > 0 && (await failsInBrowser(screens))) return 'short';
    const deep = { MILLRACE_TEST_DEEP: '1', ...programs };
    if (await fails(['run', ...tests], deep)) return 'deep';
    if (await fails(['related', '--run', file])) return 'short';
    return undefined;
  } finally {
    writeFileSync(path, source);
  }
}

async function fails(args, env = {}) {
  const options = ['--bail=1', '--reporter=dot', '--passWithNoTests'];
  return (await runNode([bin('vitest'), ...args, ...options], { env, isSilent: true })) !== 0;
}

async function failsInBrowser(names) {
  const cwd = join(root, 'apps', 'web');
  await runNode([bin('vite'), 'build', '--logLevel', 'error'], { cwd, isSilent: true });
  const args = [bin('playwright'), 'test', '--max-failures=1', '--project=screens', ...names];
  return (await runNode(args, { cwd: join(root, 'e2e'), isSilent: true })) !== 0;
}
