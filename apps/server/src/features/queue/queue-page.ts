import type { OpenStage } from '@millrace/build-rules';
import { maxQueuePage, type QueuePage, type StageWaiting } from '@millrace/contract/api';
import type { Db } from '../../db/database.ts';
import { readPage } from '../../http/page.ts';
import type { QueueService } from './queue-service.ts';

const pageSize = 100;

/** Filter of the queue, as sent by clients. */
interface QueueFilter {
  q?: string | undefined;
  state?: string | undefined;
  limit?: string | undefined;
}

/** An unfinished stage, with the slug of its repository. */
interface Entry {
  stage: OpenStage;
  repo: string;
  waiting: StageWaiting | undefined;
}

/** Reads the queue as administrators see it: filtered, counted, and with the builds of the first stages. */
export class QueuePageReader {
  private readonly db: Db;
  private readonly queue: Pick<QueueService, 'listWaiting' | 'isPaused' | 'isWorkHeld'>;

  constructor(db: Db, queue: Pick<QueueService, 'listWaiting' | 'isPaused' | 'isWorkHeld'>) {
    this.db = db;
    this.queue = queue;
  }

  async read({ q = '', state = '', limit }: QueueFilter): Promise<QueuePage> {
    const { open, waiting } = await this.queue.listWaiting();
    const slugs = await this.readSlugs(new Set(open.map(({ repoId }) => repoId)));
    const entries = open.map<Entry>((stage) => {
      return { stage, repo: slugs.get(stage.repoId) ?? '', waiting: waiting.get(stage.id) };
    });
    const running = open.filter(({ machine }) => machine !== '').length;
    const text = q.trim().toLowerCase();
    const matching = entries.filter(
      (entry) => isInState(entry, state) && (!text || contains(entry, text)),
    );
    const shown = readPage({ per_page: limit }, pageSize, maxQueuePage).limit;
    return {
      paused: await this.queue.isPaused(),
      held: await this.queue.isWorkHeld(),
      running,
      waiting: open.length - running,
      matching: matching.length,
      stages: await this.describe(matching.slice(0, shown)),
    };
  }

  private async describe(entries: readonly Entry[]): Promise<QueuePage['stages']> {
    const ids = [...new Set(entries.map(({ stage }) => stage.buildId))];
    const builds = await this.db
      .selectFrom('builds')
      .select(['id', 'title', 'message', 'event'])
      .where('id', 'in', [0, ...ids])
      .execute();
    const buildOf = new Map(builds.map((build) => [build.id, build]));
    return entries.flatMap(({ stage, repo, waiting }) => {
      const build = buildOf.get(stage.buildId);
      if (!build) return [];
      const { id, number, name, status, type, os, arch, labels, machine, created, started } = stage;
      const [firstLine = ''] = build.message.split('\n');
      return {
        id,
        repo,
        build: stage.buildNumber,
        title: build.title || firstLine,
        event: build.event,
        number,
        name,
        status,
        type,
        os,
        arch,
        labels,
        machine,
        created,
        started,
        ...(waiting && { waiting }),
      };
    });
  }

  private async readSlugs(repoIds: ReadonlySet<number>): Promise<Map<number, string>> {
    const repos = await this.db
      .selectFrom('repos')
      .select(['id', 'slug'])
      .where('id', 'in', [0, ...repoIds])
      .execute();
    return new Map(repos.map(({ id, slug }) => [id, slug]));
  }
}

function isInState({ stage, waiting }: Entry, state: string): boolean {
  if (state === '') return true;
  const isRunning = stage.machine !== '';
  if (state === 'running') return isRunning;
  return !isRunning && (state === 'waiting' || waiting?.reason === state);
}

/** Compares lower-case text. */
function contains({ stage, repo }: Entry, text: string): boolean {
  const labels = Object.entries(stage.labels).map((label) => label.join(':'));
  const words = [repo, `#${stage.buildNumber}`, stage.name, stage.machine, ...labels];
  return words.some((word) => word.toLowerCase().includes(text));
}
