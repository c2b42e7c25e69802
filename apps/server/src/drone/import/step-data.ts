import type { Line } from '@millrace/contract/api';
import type { line } from '@millrace/contract/schemas';
import { parseJson } from '@millrace/node-kit/parse-json';
import { z } from 'zod/mini';
import type { DroneReader } from './drone-reader.ts';
import { cardRow, logRow, logSizeRow } from './drone-rows.ts';
import type { ImportReport } from './import-report.ts';
import type { LogSource } from './log-source.ts';

/** Log and card of a step, by its id in Drone. */
export interface StepData {
  stepId: number;
  lines?: Line[];
  card?: string;
}

/** `time` and `out` are missing in empty lines of old versions of Drone. */
const lines = z.nullable(
  z.array(
    z.object({
      pos: z._default(z.number(), 0),
      out: z._default(z.string(), ''),
      time: z._default(z.number(), 0),
    }),
  ),
) satisfies z.ZodMiniType<z.infer<typeof line>[] | null>;

/** Reads the logs and cards of steps. */
export class StepDataReader {
  private readonly reader: DroneReader;
  private readonly logs: LogSource | null;
  private readonly report: ImportReport;
  private hasCards: Promise<boolean> | undefined;

  constructor(reader: DroneReader, logs: LogSource | null, report: ImportReport) {
    this.reader = reader;
    this.logs = logs;
    this.report = report;
  }

  /** Returns the sizes of the logs in the database, by step. */
  async measure(stepIds: readonly number[]): Promise<Map<number, number>> {
    const columns = 'log_id, length(log_data) as size';
    const rows = await this.reader.readWhere('logs', 'log_id', stepIds, logSizeRow, columns);
    return new Map(rows.map(({ log_id, size }) => [log_id, size]));
  }

  async read(stepIds: readonly number[]): Promise<StepData[]> {
    const found = new Map(stepIds.map((stepId): [number, StepData] => [stepId, { stepId }]));
    const inDatabase = new Set(stepIds);
    for (const stepId of this.logs ? stepIds : []) {
      const stored = await this.logs?.read(stepId);
      if (!stored) continue;
      inDatabase.delete(stepId);
      this.addLog(found, stepId, stored);
    }
    for (const row of await this.reader.readWhere('logs', 'log_id', [...inDatabase], logRow)) {
      this.addLog(found, row.log_id, row.log_data);
    }
    this.hasCards ??= this.reader.hasTable('cards');
    if (await this.hasCards) {
      for (const row of await this.reader.readWhere('cards', 'card_id', stepIds, cardRow)) {
        const data = found.get(row.card_id);
        if (!data) continue;
        if (parseJson(z.unknown(), row.card_data) !== undefined) data.card = row.card_data;
        else this.report.leaveOut('cards', `step ${row.card_id}`, 'it is not JSON');
      }
    }
    return [...found.values()];
  }

  private addLog(found: Map<number, StepData>, stepId: number, stored: Buffer): void {
    const read = parseJson(lines, stored.toString('utf8'));
    const data = found.get(stepId);
    if (data && read !== undefined) data.lines = read ?? [];
    else this.report.leaveOut('logs', `step ${stepId}`, 'it is not a list of lines');
  }
}
