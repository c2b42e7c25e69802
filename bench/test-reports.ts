// Test reports: time to parse and store a report of 50,000 tests, the event-loop delay meanwhile and the
// bytes stored; a step with 1,000 files of 50 tests; pages of builds and repositories with up to 500,000
// results; a search in 600,000 test names.
import { statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { DatabaseSync } from 'node:sqlite';
import { runnerApiOf, startNextStage } from '../apps/server/testing/fake-work.ts';
import { storeReport } from '../apps/server/testing/store-report.ts';
import { bearer, pushSampleRepo, startTestServer } from '../apps/server/testing/test-server.ts';
import { median, print, quantile } from './support/statistics.ts';

const calls = 40;
const pipeline = 'kind: pipeline\ntype: exec\nname: test\nsteps: [{ name: unit, commands: [a] }]\n';

const server = await startTestServer();
const ada = await server.addUser('ada');
const api = runnerApiOf(server);
const file = new DatabaseSync(server.database);

/** Creates a report in which one in a hundred tests fails, different ones each time, with a stack trace. */
function makeReport(tests: number, build: number): Buffer {
  const cases = Array.from({ length: tests }, (_, index) => {
    const fails = (index * 7919 + build * 104_729) % 100 === 0;
    const stack = Array.from(
      { length: 20 },
      (_, at) => `at mill.Class${at}.method(Mill.java:${at})`,
    );
    const failure = fails
      ? `<failure message="expected ${index}" type="Weight">${stack.join('\n')}</failure>`
      : '';
    const time = (((index * 31) % 997) / 1000).toFixed(3);
    return `<testcase classname="com.example.mill.Suite${index % 200}" name="grinds grain number ${index} to flour" time="${time}">${failure}</testcase>`;
  });
  return Buffer.from(`<testsuite name="mill">${cases.join('\n')}</testsuite>`);
}

async function startBuild(repo: string, number: number) {
  if (number > 1) {
    await fetch(`${server.url}/api/repos/ada/${repo}/builds`, {
      method: 'POST',
      headers: bearer(ada),
    });
  }
  return startNextStage(api);
}

function size(): number {
  file.exec('pragma wal_checkpoint(truncate)');
  return statSync(server.database).size;
}

async function add(stepId: number, report: Buffer): Promise<{ ms: number; delayMs: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await storeReport(server, stepId, 'reports/junit.xml', report);
  const ms = performance.now() - started;
  delay.disable();
  return { ms, delayMs: delay.max / 1e6 };
}

async function time(name: string, path: string): Promise<void> {
  const times: number[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (let call = 0; call < calls; call++) {
    const started = performance.now();
    const answer = await fetch(`${server.url}/api/repos/ada/${path}`, { headers: bearer(ada) });
    await answer.text();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    times.push(performance.now() - started);
  }
  delay.disable();
  const shown = [median(times), quantile(times, 0.95)].map((ms) => ms.toFixed(0));
  print(
    `  ${name}: p50 ${shown[0]} ms, p95 ${shown[1]} ms, event-loop delay ${(delay.max / 1e6).toFixed(0)} ms`,
  );
}

/** Measures a step with one report file for each class, as Gradle and Maven write them. */
async function measureFiles(repo: string, files: number, tests: number): Promise<void> {
  await pushSampleRepo(server, 'ada', repo, pipeline);
  const { stage, step } = await startBuild(repo, 1);
  const versionOf = async () => {
    const answer = await fetch(`${server.url}/api/repos/ada/${repo}/builds/1`, {
      headers: bearer(ada),
    });
    return ((await answer.json()) as { version: number }).version;
  };
  const before = await versionOf();
  const reports = Array.from({ length: files }, (_, at) =>
    Buffer.from(String(makeReport(tests, 1)).replaceAll('mill.Suite', `mill${at}.Suite`)),
  );
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  const started = performance.now();
  for (const [at, report] of reports.entries()) {
    await storeReport(server, step.id, `reports/TEST-${at}.xml`, report);
  }
  const ms = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  print(`${files} files of ${tests} tests of one step`);
  print(
    `  ${(ms / 1000).toFixed(1)} s, CPU ${((user + system) / 1e6).toFixed(1)} s, event-loop delay ${(delay.max / 1e6).toFixed(0)} ms, ${(await versionOf()) - before} changes of the build`,
  );
  await time('the build', `${repo}/builds/1/tests`);
  await time('the repository', `${repo}/tests`);
  const ended = await api.updateStep({
    params: { step: step.id },
    body: { ...step, status: 'success', stopped: 2 },
  });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status: 'success', stopped: 2, steps: [ended] },
  });
}

/** Measures tests with random names, so that each report adds new ones. */
async function measureNames(repo: string, count: number): Promise<void> {
  const { id } = await pushSampleRepo(server, 'ada', repo, pipeline);
  const { stage, step } = await startBuild(repo, 1);
  await storeReport(server, step.id, 'reports/junit.xml', makeReport(5000, 1));
  const insert = file.prepare(
    'insert into test_names (repo_id, key, stage, suite, name, file, seen_in) values (?, ?, ?, ?, ?, ?, 1)',
  );
  file.exec('begin');
  for (let at = 0; at < count; at++) {
    insert.run(id, `key ${at}`, 'test', 'com.example.mill.Random', `grinds grain ${at}`, '');
  }
  file.exec('commit');
  print(`${count} test names`);
  await time('the repository, filtered by words', `${repo}/tests?q=number+4711`);
  await time('the build, filtered by words', `${repo}/builds/1/tests?q=number+4711`);
  const ended = await api.updateStep({
    params: { step: step.id },
    body: { ...step, status: 'success', stopped: 2 },
  });
  await api.updateStage({
    params: { stage: stage.id },
    body: { ...stage, status: 'success', stopped: 2, steps: [ended] },
  });
}

async function measure(repo: string, tests: number, builds: number): Promise<void> {
  await pushSampleRepo(server, 'ada', repo, pipeline);
  const sizes: number[] = [];
  const added: { ms: number; delayMs: number }[] = [];
  for (let build = 1; build <= builds; build++) {
    const { stage, step } = await startBuild(repo, build);
    const before = size();
    added.push(await add(step.id, makeReport(tests, build)));
    sizes.push(size() - before);
    const ended = await api.updateStep({
      params: { step: step.id },
      body: { ...step, status: 'success', stopped: 2 },
    });
    await api.updateStage({
      params: { stage: stage.id },
      body: { ...stage, status: 'success', stopped: 2, steps: [ended] },
    });
  }
  const text = (makeReport(tests, 1).length / 1e6).toFixed(1);
  const later = added.slice(1);
  print(`${builds} builds of ${tests} tests, a report of ${text} MB each`);
  print(
    `  first report: ${added[0]?.ms.toFixed(0)} ms, event-loop delay ${added[0]?.delayMs.toFixed(0)} ms`,
  );
  print(
    `  later reports: ${median(later.map(({ ms }) => ms)).toFixed(0)} ms, event-loop delay ${median(later.map(({ delayMs }) => delayMs)).toFixed(0)} ms`,
  );
  print(`  stored: ${sizes[0]} bytes with the names, later ${median(sizes.slice(1))} a build`);
  const { tests: found } = (await (
    await fetch(`${server.url}/api/repos/ada/${repo}/tests`, { headers: bearer(ada) })
  ).json()) as { tests: { id: number }[] };
  await time('a build', `${repo}/builds/${builds}/tests`);
  await time('a build, with words', `${repo}/builds/${builds}/tests?q=number+4711`);
  await time('the slowest of a build', `${repo}/builds/${builds}/tests?sort=duration`);
  await time('a test of a build', `${repo}/builds/${builds}/tests/${found[0]?.id}`);
  await time('the repository', `${repo}/tests`);
  await time('the history of a test', `${repo}/tests/${found[0]?.id}`);
}

await measureFiles('files', 1000, 50);
await measureNames('names', 600_000);
await measure('small', 5000, 100);
await measure('large', 50_000, 6);
file.close();
await server.stop();
