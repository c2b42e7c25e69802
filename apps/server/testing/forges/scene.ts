import type { TestForge, TestRepository } from '@millrace/test-support/forges/test-forge';
import type { ForgeServer } from './forge-server.ts';

/** The forge and a server that uses it, while the tests run. */
export interface Scene<Forge extends TestRepository = TestForge> {
  testForge: Forge;
  forge: ForgeServer;
}
