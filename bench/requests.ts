// Requests a second with 8 concurrent requests, and the server's processor time for each: the log of a step
// with 10,000 lines (1 MB), builds, repositories; and the memory of the idle server. 100 repositories of 200
// builds of 3 stages of 3 steps. Medians of 3 rounds. With the folder of another checkout as argument, it
// measures both servers, alternating between them.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { openDatabase } from '../apps/server/src/db/database.ts';
import { LogStore } from '../apps/server/src/features/logs/log-store.ts';
import { fillDatabase } from './support/fill-database.ts';
import type { Load, LoadResult } from './support/load.ts';
import { ServerProcess } from './support/server-process.ts';
import { median, print } from './support/statistics.ts';

const amounts = { repos: 100, buildsPerRepo: 200, stagesPerBuild: 3, stepsPerStage: 3 };
const lineCount = 10_000;
/** Batch size of the runner for a step that prints as fast as possible. */
const batchLines = 2000;
const rounds = 3;
const concurrency = 8;
const seconds = 2;
const settleMs = 8000;

const log = '/api/repos/bench/repo-0/builds/1/logs/1/1';
const stream = 'application/x-ndjson';
const inRepos = (path: (index: number) => string) =>
  Array.from({ length: 200 }, (_, index) => `/api/repos/bench/repo-${index % 100}${path(index)}`);

interface Case {
  name: string;
  paths: string[];
  headers?: Record<string, string>;
}
const cases: Case[] = [
  { name: 'whole log', paths: [log] },
  { name: 'whole log, gzip', paths: [log], headers: { 'accept-encoding': 'gzip' } },
  { name: 'whole log, zstd', paths: [log], headers: { 'accept-encoding': 'zstd' } },
  {
    name: 'whole log by line, as browsers request it',
    paths: [log],
    headers: { 'accept-encoding': 'gzip, deflate, br, zstd', accept: stream },
  },
  { name: '250 lines', paths: [`${log}?from=-250`] },
  { name: '250 lines, gzip', paths: [`${log}?from=-250`], headers: { 'accept-encoding': 'gzip' } },
  { name: 'builds of 25', paths: inRepos(() => '/builds?page=1&per_page=25') },
  { name: 'page 4 of 50', paths: inRepos(() => '/builds?page=4&per_page=50') },
  { name: 'one build', paths: inRepos((index) => `/builds/${index + 1}`) },
  { name: 'user/repos?latest=true', paths: ['/api/user/repos?latest=true'] },
];

type Figures = LoadResult & { cpuMs: number };

/** A checkout to measure, with a separate data folder. */
class Subject {
  readonly dir: string;
  readonly server: ServerProcess;
  private token = '';

  private constructor(checkout: string, dir: string) {
    this.dir = dir;
    // An older checkout accepts the database, which `fillLog` migrates to the newest schema.
    this.server = new ServerProcess(checkout, dir, { MILLRACE_NEWER_DATABASE: 'allow' });
  }

  static async open(checkout: string): Promise<Subject> {
    const subject = new Subject(checkout, await mkdtemp(join(tmpdir(), 'millrace-bench-')));
    const { server, dir } = subject;
    await server.start();
    const { id, token } = await server.readAdmin();
    subject.token = token;
    await server.stop();
    const file = join(dir, 'millrace.db');
    fillDatabase(file, id, amounts);
    await fillLog(file);
    await server.start();
    return subject;
  }

  async measure({ paths, headers = {} }: Case): Promise<Figures> {
    const authorization = `Bearer ${this.token}`;
    const { url } = this.server;
    const load: Load = { url, paths, headers: { authorization, ...headers }, concurrency, seconds };
    const before = this.server.readCpuMs();
    const child = fork(new URL('./support/load.ts', import.meta.url));
    child.send(load);
    const [result]: LoadResult[] = await once(child, 'message');
    if (!result) throw new Error('The load process returned no result');
    const cpuMs = (this.server.readCpuMs() - before) / result.requests;
    return { ...result, cpuMs };
  }

  async close(): Promise<void> {
    await this.server.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

async function fillLog(file: string): Promise<void> {
  const db = await openDatabase(file);
  const logs = new LogStore(db);
  const lines = Array.from({ length: lineCount }, (_, pos) => {
    const id = (pos * 2_654_435_761) % 4_294_967_296;
    const out = `gcc -O2 -c src/module_${id % 300}.c -o build/${id.toString(16)}.o # ${id}\n`;
    return { pos, out, time: Math.floor(pos / 100) };
  });
  for (let at = 0; at < lineCount; at += batchLines) {
    await logs.append(1, lines.slice(at, at + batchLines));
  }
  await db.destroy();
}

const here = fileURLToPath(new URL('..', import.meta.url));
const other = process.argv[2];
const names = other ? ['other', 'this'] : ['this'];
const subjects: Subject[] = [];
try {
  for (const checkout of other ? [other, here] : [here])
    subjects.push(await Subject.open(checkout));
  await delay(settleMs);
  for (const [index, { server }] of subjects.entries()) {
    print(`${names[index]}: idle at ${server.readRss().toFixed(0)} MB`);
  }
  for (const one of cases) {
    const found: Figures[][] = subjects.map(() => []);
    for (let round = 0; round < rounds; round++) {
      for (const [index, subject] of subjects.entries()) {
        found[index]?.push(await subject.measure(one));
      }
    }
    for (const [index, figures] of found.entries()) report(`${one.name}, ${names[index]}`, figures);
  }
} finally {
  for (const subject of subjects) await subject.close();
}

function report(name: string, figures: Figures[]): void {
  const of = (key: keyof Figures, digits: number) =>
    median(figures.map((each) => each[key])).toFixed(digits);
  print(
    `${name}: ${of('perSecond', 0)} requests/s, ${of('cpuMs', 2)} ms of CPU each, ` +
      `p50 ${of('p50', 1)} ms, p99 ${of('p99', 1)} ms, ${of('bytes', 0)} bytes`,
  );
}
