import type { Readable } from 'node:stream';
import { formatSize } from '@millrace/contract/format-size';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Database } from '../../db/database.ts';
import { badRequest, notFound } from '../../shared/errors.ts';
import type { PackedReport } from './packed-report.ts';
import { ReportParser } from './report-parser.ts';
import { TestNameStore } from './test-name-store.ts';
import { TestReadModel } from './test-read-model.ts';
import { reportLimits } from './test-report.ts';
import { TestResultStore } from './test-result-store.ts';

interface Parts {
  db: Database;
  changeBuild: ChangeBuild;
  parser?: ReportParser;
}

/** Takes the reports of tests that steps leave behind. */
export class TestReports {
  private readonly db: Database;
  private readonly changeBuild: ChangeBuild;
  private readonly parser: ReportParser;

  constructor({ db, changeBuild, parser = new ReportParser() }: Parts) {
    this.db = db;
    this.changeBuild = changeBuild;
    this.parser = parser;
  }

  /**
   * A file in JUnit's format. What is wrong with it is kept with it; a file of the same path takes the
   * place of the one before.
   */
  async add(stepId: number, path: string, body: Readable | Uint8Array): Promise<void> {
    if (path.length === 0 || path.length > reportLimits.name) throw badRequest('Invalid path');
    const place = await new TestReadModel(this.db).findStep(stepId);
    if (!place) throw notFound();
    const report = await this.read(String(place.repoId), place.stage, body);
    const ids = await new TestNameStore(this.db).idsOf(place.repoId, place.stage, report.tests);
    const step = { stepId, buildId: place.buildId, repoId: place.repoId };
    await this.changeBuild.send({ step: stepId }, async (trx) => {
      const store = new TestResultStore(trx);
      const room = Math.max(0, reportLimits.tests - (await store.countOthers(step, path)));
      const tests = report.tests.slice(0, room).map((test) => ({
        ...{ id: ids.get(test.key) ?? 0, status: test.status, wasRerun: test.wasRerun },
        ...{ ms: test.ms, ...(test.failure ? { failure: test.failure } : {}) },
      }));
      const isFull = tests.length < report.tests.length;
      await store.put(step, { path, tests, problem: isFull ? tooMany : report.problem });
      return { kind: 'changeFiles' };
    });
    if (report.tests.length > 0) await new TestReadModel(this.db).noteTests(place.repoId);
  }

  private async read(
    place: string,
    stage: string,
    body: Readable | Uint8Array,
  ): Promise<PackedReport> {
    const bytes = await readAll(body);
    if (bytes) return this.parser.read(place, { bytes, stage });
    return { tests: [], problem: `the file is larger than ${formatSize(reportLimits.bytes)}` };
  }
}

const tooMany = `the build has more than ${reportLimits.tests.toLocaleString('en')} tests`;

/** Null where it is too much. */
async function readAll(body: Readable | Uint8Array): Promise<Uint8Array | null> {
  if (body instanceof Uint8Array) return body.length > reportLimits.bytes ? null : body;
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > reportLimits.bytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}
