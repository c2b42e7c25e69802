import { runRunner } from '@millrace/runner/command';
import { readEnvironment } from '../config/env.ts';

/** `millrace runner`: needs no data of a server, only its address. */
export async function runner(): Promise<number> {
  return runRunner(readEnvironment());
}
