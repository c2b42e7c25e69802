import type { PageConfig } from '@millrace/contract/api';
import { onTestFinished } from 'vitest';
import { servedConfig } from '../lib/page-config.ts';

/** Changes the configuration in the served page until the test has finished. */
export function serveConfig(changes: Partial<PageConfig>): void {
  if (!servedConfig) throw new Error('The page of the tests has no configuration');
  const before = { ...servedConfig };
  const served = servedConfig;
  Object.assign(served, changes);
  onTestFinished(() => {
    for (const key of Object.keys(changes)) delete (served as Record<string, unknown>)[key];
    Object.assign(served, before);
  });
}
