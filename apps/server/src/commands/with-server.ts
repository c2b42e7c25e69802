import { AppError } from '@millrace/contract/api-errors';
import { createLogger } from '@millrace/node-kit/logger';
import { StartError } from '@millrace/node-kit/start-error';
import { type AssembledServer, assemble } from '../assemble.ts';
import { configFromEnv } from '../config/config.ts';
import { openDataDir } from '../config/data-dir.ts';
import { requestLog } from '../http/request-log.ts';

export type Action = (server: AssembledServer, args: readonly string[]) => Promise<void>;

/** Runs a command on the data of the server, which may be running. Refusals are shown without a stack. */
export async function withServer(
  actions: ReadonlyMap<string, Action>,
  [command = '', ...rest]: readonly string[],
  usage: string,
): Promise<number> {
  const run = actions.get(command);
  if (!run) throw new StartError(usage);
  const config = configFromEnv();
  const dirs = await openDataDir(config);
  const logger = createLogger(config.logLevel, requestLog);
  const server = await assemble({ config, dirs, logger });
  try {
    await run(server, rest);
  } catch (error) {
    throw error instanceof AppError ? new StartError(error.message) : error;
  } finally {
    await server.close();
  }
  return 0;
}
