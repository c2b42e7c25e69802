import { toBuildJson, toStageJson, toStepJson } from '@millrace/build-host/builds/build-mapper';
import type { Attempt, Build, Stage } from '@millrace/build-rules';
import type { Build as BuildJson, StageWaiting } from '@millrace/contract/api';
import { isFinished } from '@millrace/contract/vocabulary';
import { sql } from 'kysely';
import type { Db } from '../../db/database.ts';
import { whileUnchanged } from '../../db/unchanged.ts';
import { anyBuild, type BuildFilter } from '../../domain/build-filter.ts';
import { JsonText } from '../../http/api-routes.ts';
import type { Page } from '../../http/page.ts';
import { askAll } from '../../shared/ask.ts';
import { inParts } from '../../shared/in-parts.ts';
import { whileBusy } from '../../shared/while-busy.ts';
import { BuildStore } from '../build-store.ts';
import { StageStore } from '../stage-store.ts';
import { all, type Condition, conditionsOf, isWithin } from './build-conditions.ts';
import { type BuildState, BuildTexts } from './build-texts.ts';
import { toListedBuilds } from './listed-builds.ts';
import { findNewestBuilds } from './newest-builds.ts';
import { findAll, planWordSearch } from './word-search.ts';

const newestNumber = sql<number>`(
  select max(number) from builds as newest where newest.repo_id = repos.id and newest.bisection = 0
)`;

/** Time limit for reading a changed build while the database is busy. */
const maxRetryMs = 30_000;

/**
 * Number of recent builds whose words are checked first. If they do not fill the page, the words are looked
 * up in the whole repository.
 */
const recentBuilds = 10_000;

/** Repositories whose latest builds are read by one statement: about 10 ms on SQLite. */
const reposPerQuery = 200;

/** Columns that identify the state of a build. */
const state = ['id', 'version'] as const;

/**
 * Explains why stages wait. The answer may be some time old, if that is enough.
 */
export type ExplainWaiting = (
  stages: readonly Stage[],
  maxAgeMs?: number,
) => Promise<Map<number, StageWaiting>>;

/** Counts what belongs to the steps of a build. */
export type CountOfBuild = (
  stepIds: readonly number[],
) => Promise<Pick<BuildJson, 'artifacts' | 'tests'>>;

interface Sources {
  explainWaiting: ExplainWaiting;
  buildCounts: readonly CountOfBuild[];
}

/** Used when builds are read without their stages. */
const noSources: Sources = { explainWaiting: async () => new Map(), buildCounts: [] };

/** Maximum age of the queue that explains waiting stages in events: a build may change many times a second. */
const queueAgeInEventsMs = 1000;

/** Reads builds as JSON for screens and event streams. */
export class BuildReadModel {
  private readonly db: Db;
  private readonly builds: BuildStore;
  private readonly stages: StageStore;
  private readonly sources: Sources;
  private readonly texts = new BuildTexts();

  constructor(db: Db, sources = noSources) {
    this.db = db;
    this.sources = sources;
    this.builds = new BuildStore(db);
    this.stages = new StageStore(db);
  }

  /** Lists a page of the builds of a repository, newest first. */
  async list(
    repoId: number,
    page: Page,
    filter: BuildFilter = anyBuild,
  ): Promise<JsonText<BuildJson[]>> {
    const key = `builds ${repoId} ${JSON.stringify([page, filter])}`;
    const text = await whileUnchanged(this.db, key, async () => {
      const states = await this.findPage({ repoId }, page, filter);
      const texts = (await this.textsOf(states)).filter((text) => text !== undefined);
      return `[${texts.join(',')}]`;
    });
    return new JsonText(text);
  }

  private async findPage(
    scope: { repoId: number },
    page: Page,
    filter: BuildFilter,
  ): Promise<BuildState[]> {
    const conditions = conditionsOf(filter);
    const within = isWithin(this.db, scope);
    if (!filter.words && conditions.length === 0) {
      return this.states()
        .where(within)
        .where('number', '<=', this.firstNumber(scope, page))
        .limit(page.limit)
        .execute();
    }
    if (!filter.words) return this.statesOf([within, ...conditions], page);

    const search = await planWordSearch(this.db, scope, filter);
    const recent = search.isRare
      ? null
      : await findNewestBuilds(this.db, scope, recentBuilds, filter);
    if (recent) {
      const states = await this.statesOf([recent, ...conditions, ...search.checks], page);
      if (states.length === page.limit) return states;
    }
    return this.statesOf(findAll(this.db, scope, search, conditions, !recent), page);
  }

  private states() {
    return this.db.selectFrom('builds').select(state).orderBy('number', 'desc');
  }

  /**
   * Reads the page from an index with all that filters compare, and then only the rows of the page: a filter may match none
   * of the builds.
   */
  private statesOf(conditions: Condition[], { limit, offset }: Page): Promise<BuildState[]> {
    const ids = this.db
      .selectFrom('builds')
      .select('id')
      .where(all(conditions))
      .orderBy('number', 'desc')
      .limit(limit)
      .offset(offset);
    return this.states().where('id', 'in', ids).execute();
  }

  /**
   * Returns the number of the first build of a page. The query reads only the index, not the rows of earlier
   * pages.
   */
  private firstNumber({ repoId }: { repoId: number }, { offset }: Page) {
    return this.db
      .selectFrom('builds as above')
      .select('above.number')
      .where('above.repo_id', '=', repoId)
      .orderBy('above.number', 'desc')
      .limit(1)
      .offset(offset);
  }

  async findById(id: number): Promise<BuildJson | undefined> {
    const build = await this.builds.findById(id);
    return build && this.withStages(build);
  }

  /** Finds a build for an event. Waiting stages are explained with a queue that may be a second old. */
  async findForEvent(id: number): Promise<BuildJson | undefined> {
    const build = await this.builds.findById(id);
    return build && this.withStages(build, queueAgeInEventsMs);
  }

  /**
   * Finds a build that the caller has just changed. Retries while the database is busy: an error would make
   * the client repeat a change that is already stored.
   */
  findChanged({ id }: Build): Promise<BuildJson | undefined> {
    return whileBusy(() => this.findById(id), AbortSignal.timeout(maxRetryMs));
  }

  async findByNumber(repoId: number, number: number): Promise<JsonText<BuildJson> | undefined> {
    const found = await whileUnchanged(this.db, `build ${repoId} ${number}`, () =>
      this.db
        .selectFrom('builds')
        .select(state)
        .where('repo_id', '=', repoId)
        .where('number', '=', number)
        .executeTakeFirst(),
    );
    const known = found && this.texts.find(found, 'whole');
    if (known) return new JsonText(known);
    const build = found && (await this.findById(found.id));
    if (!build) return undefined;
    const text = JSON.stringify(build);
    // The reason why an open stage waits can change without a change of its build, so only finished builds
    // are cached.
    if (isFinished(build.status)) this.texts.keep(build, 'whole', text);
    return new JsonText(text);
  }

  /** Finds a build as it was in one of its attempts. Returns undefined if there was no such attempt. */
  async findAttempt(repoId: number, number: number, attempt: number) {
    const build = await this.builds.findByNumber(repoId, number);
    if (!build || attempt === build.attempt) return build && this.withStages(build);
    const attempts = await this.builds.listAttempts(build);
    const found = attempts.find((candidate) => candidate.number === attempt);
    if (!found) return undefined;
    const { status, started, finished } = found;
    const then = { ...build, status, started, finished, attempt };
    const stages = await this.stages.listOfAttempt(build.id, attempt);
    return this.toJson(then, stages, attempts);
  }

  /** Finds the newest build of a ref. */
  async findLatestOfRef(repoId: number, ref: string): Promise<BuildJson | undefined> {
    const build = await this.builds.findLatestOfRef(repoId, ref);
    return build && this.withStages(build);
  }

  /** Lists the newest builds of these repositories, newest first. */
  async listRecent(repoIds: number[], limit: number): Promise<BuildJson[]> {
    const builds = await this.builds.listRecent(repoIds, limit);
    return toListedBuilds(this.db, builds);
  }

  /** Returns the build with the highest number of each repository, by repository id. */
  async findLatest(repoIds: number[]): Promise<Map<number, BuildJson>> {
    const texts = await this.findLatestTexts(repoIds);
    return new Map([...texts].map(([repoId, text]) => [repoId, text.read()]));
  }

  /** Same as `findLatest`, with each build as JSON text. */
  async findLatestTexts(repoIds: number[]): Promise<Map<number, JsonText<BuildJson>>> {
    return new Map(await inParts(repoIds, reposPerQuery, (part) => this.listLatestTexts(part)));
  }

  private async listLatestTexts(repoIds: number[]): Promise<[number, JsonText<BuildJson>][]> {
    const states = await this.db
      .selectFrom('repos')
      .innerJoin('builds', (join) =>
        join.onRef('builds.repo_id', '=', 'repos.id').on('builds.number', '=', newestNumber),
      )
      .select(['builds.id', 'builds.version', 'builds.repo_id'])
      .where('repos.id', 'in', repoIds)
      .execute();
    const texts = await this.textsOf(states);
    return states.flatMap(({ repo_id }, index): [number, JsonText<BuildJson>][] => {
      const text = texts[index];
      return text === undefined ? [] : [[repo_id, new JsonText(text)]];
    });
  }

  /**
   * Lists the steps of a build in order, in the given attempt or in the newest one. Returns undefined if the
   * build or the attempt does not exist.
   */
  async listSteps(repoId: number, number: number, attempt?: number) {
    const build = await this.builds.findByNumber(repoId, number);
    if (!build || (attempt && attempt > build.attempt)) return undefined;
    const stages = attempt
      ? await this.stages.listOfAttempt(build.id, attempt)
      : await this.stages.list(build.id);
    const steps = await this.stages.listSteps(stages.map(({ id }) => id));
    return stages.flatMap((stage) =>
      steps
        .filter(({ stageId }) => stageId === stage.id)
        .map((step) => ({
          id: step.id,
          stage: stage.number,
          step: step.number,
          stageName: stage.name,
          stepName: step.name,
        })),
    );
  }

  /**
   * Returns the JSON of builds without their stages; undefined for a build that was deleted in the meantime.
   */
  private async textsOf(states: BuildState[]): Promise<(string | undefined)[]> {
    const known = states.map((each) => this.texts.find(each, 'alone'));
    const missing = states.filter((_, index) => known[index] === undefined).map(({ id }) => id);
    if (missing.length === 0) return known;
    const created = new Map<number, string>();
    const builds = await this.builds.listByIds(missing);
    for (const build of await toListedBuilds(this.db, builds)) {
      const text = JSON.stringify(build);
      this.texts.keep(build, 'alone', text);
      created.set(build.id, text);
    }
    return states.map(({ id }, index) => known[index] ?? created.get(id));
  }

  private async withStages(build: Build, maxQueueAgeMs?: number): Promise<BuildJson> {
    const stages = await this.stages.list(build.id);
    return this.toJson(build, stages, await this.builds.listAttempts(build), maxQueueAgeMs);
  }

  private async toJson(
    build: Build,
    stages: Stage[],
    attempts: Attempt[],
    maxQueueAgeMs?: number,
  ): Promise<BuildJson> {
    const steps = await this.stages.listSteps(stages.map((stage) => stage.id));
    const waiting = await this.sources.explainWaiting(stages, maxQueueAgeMs);
    const written = stages.map((stage) => {
      const ownSteps = steps.filter((step) => step.stageId === stage.id);
      return toStageJson(stage, ownSteps.map(toStepJson), waiting.get(stage.id));
    });
    const ids = steps.map(({ id }) => id);
    const counts = await askAll(this.sources.buildCounts, ids);
    return Object.assign(toBuildJson(build, written, attempts), ...counts);
  }
}
