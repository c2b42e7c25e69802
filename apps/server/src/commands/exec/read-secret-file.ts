import { parseEnv } from 'node:util';
import type { StageSecret } from '@millrace/contract/runner';
import { readText } from '../read-input.ts';

/** Reads secrets from a file with lines `NAME=value`. */
export async function readSecretFile(path: string): Promise<StageSecret[]> {
  const values = parseEnv(await readText(path));
  return Object.entries(values).map(([name, data = '']) => ({ name, data }));
}
