import { createHash } from 'node:crypto';
import type { CacheAnswer, CacheQuery, RunnerApi } from '@millrace/contract/runner';

/** Calls the server about caches like a runner, for one running step. */
export class CacheCalls {
  private readonly api: RunnerApi;
  private readonly stepId: number;

  constructor(api: RunnerApi, stepId: number) {
    this.api = api;
    this.stepId = stepId;
  }

  find(key: string, query: Partial<CacheQuery> = {}): Promise<CacheAnswer> {
    const body = { key, restoreKeys: [], paths: ['deps'], missingFiles: [], ...query };
    return this.api.findCache({ params: { step: this.stepId }, body });
  }

  async load(lookup: number): Promise<string> {
    const file = await this.api.loadCache({ params: { step: this.stepId, lookup } });
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.read()) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  }

  async discard(lookup: number): Promise<void> {
    await this.api.discardCache({ params: { step: this.stepId, lookup } });
  }

  async save(lookup: number, content: string | Uint8Array, sha256 = digestOf(content)) {
    const bytes = Buffer.from(content);
    const file = {
      size: bytes.length,
      async *read() {
        yield bytes;
      },
    };
    await this.api.saveCache({ params: { step: this.stepId, lookup }, query: { sha256 }, file });
  }

  /** Looks up a key and stores this content under it. */
  async put(key: string, content: string, query: Partial<CacheQuery> = {}): Promise<void> {
    await this.save((await this.find(key, query)).lookup, content);
  }

  /** Returns the content of the cache with this key, or the reason of the miss. */
  async get(key: string, query: Partial<CacheQuery> = {}): Promise<string | null> {
    const { lookup, found, reason } = await this.find(key, query);
    return found ? await this.load(lookup) : reason;
  }
}

function digestOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
