import { maxSummaryBytes } from '@millrace/contract/api';
import { errorMessages } from '@millrace/contract/errors';
import { formatSize } from '@millrace/contract/format-size';
import type { ChangeBuild } from '../../builds/change-build.ts';
import type { Database } from '../../db/database.ts';
import type { TakeFile } from '../../domain/step-file.ts';
import { type AppError, badRequest, notFound } from '../../shared/errors.ts';
import { SummaryStore } from './summary-store.ts';

interface Deps {
  db: Database;
  changeBuild: ChangeBuild;
}

/** Keeps what steps say of themselves in Markdown. */
export class SummaryService {
  private readonly deps: Deps;

  constructor(deps: Deps) {
    this.deps = deps;
  }

  async require(stepId: number): Promise<string> {
    const text = await new SummaryStore(this.deps.db).find(stepId);
    if (text === undefined) throw notFound(errorMessages.noRows);
    return text;
  }

  /** Takes a file of a step in as its summary; of what is too large no more than that is read. */
  readonly take: TakeFile = async ({ id }, { size, content }) => {
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

  /** In place of the one before; throws 400 with the reason where it is not taken. */
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
  return badRequest(`A summary may have ${formatSize(maxSummaryBytes)} at most`);
}

function readText(bytes: Uint8Array): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    // Postgres keeps no such character.
    return text.replaceAll('\0', '');
  } catch {
    throw badRequest('A summary must be text in UTF-8');
  }
}
