import type { StoreFile } from '@millrace/build-host/files/step-file';
import { maxSummaryBytes } from '@millrace/contract/api';
import { type AppError, badRequest, missing } from '@millrace/contract/api-errors';
import { formatSize } from '@millrace/contract/format-size';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Database } from '../../db/database.ts';
import { SummaryStore } from './summary-store.ts';

interface Deps {
  db: Database;
  changeBuild: ChangeBuild;
}

/** Stores and reads the summaries of steps. */
export class SummaryService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async require(stepId: number): Promise<string> {
    const text = await new SummaryStore(this.deps.db).find(stepId);
    if (text === undefined) throw missing();
    return text;
  }

  /** Stores a file of a step as its summary. Stops reading if the file is too large. */
  readonly addFile: StoreFile = async ({ id }, { size, content }) => {
    if (size > maxSummaryBytes) throw tooLarge();
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of content) {
      length += chunk.length;
      if (length > maxSummaryBytes) throw tooLarge();
      chunks.push(chunk);
    }
    await this.set(id, Buffer.concat(chunks));
  };

  /** Replaces the summary of a step. Throws 400 if the text is too long or not UTF-8. */
  async set(stepId: number, bytes: Uint8Array): Promise<void> {
    if (bytes.length > maxSummaryBytes) throw tooLarge();
    const text = readText(bytes);
    await this.deps.changeBuild.send({ step: stepId }, async (trx) => {
      await new SummaryStore(trx).put(stepId, text);
      return { kind: 'showSummary', stepId };
    });
  }
}

function tooLarge(): AppError {
  return badRequest(`A summary may have at most ${formatSize(maxSummaryBytes)}`);
}

function readText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Postgres cannot store this character.
    return text.replaceAll('\0', '');
  } catch {
    throw badRequest('A summary must be text in UTF-8');
  }
}
