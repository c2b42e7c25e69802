import { runRunner } from '@millrace/runner/command';

/** `millrace runner`: needs no data of a server, only its address. */
export function runner(): Promise<number> {
  return runRunner(process.env);
}
