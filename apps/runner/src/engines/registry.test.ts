import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { findDockerHost } from '@millrace/test-support/docker-host';
import { expect, it } from 'vitest';
import { temporaryDirectory } from '../testing/temporary-directory.ts';
import { createEngines } from './registry.ts';

const docker = await findDockerHost();

async function setUp(type: string) {
  const workDir = await temporaryDirectory();
  const leftover = join(workDir, 'stage-1-left');
  await mkdir(leftover);
  const engines = new Map(createEngines({ workDir }).map((engine) => [engine.type, engine]));
  return { workDir, leftover, engine: engines.get(type), other: engines.get('exec') };
}

it.for(['exec', 'docker'])('sweeps before it claims a stage of type %s', async (type, context) => {
  if (type === 'docker') context.skip(typeof docker === 'string', String(docker));
  const { engine, leftover } = await setUp(type);
  await engine?.open();
  expect(existsSync(leftover)).toBe(false);
});

it('does not stop running steps of one engine when another opens later', async () => {
  const { engine, other } = await setUp('docker');
  const workspace = await other?.open().then(() =>
    other.createWorkspace({
      stageId: 7,
      workspace: { base: '', path: '' },
      volumes: [],
      hosts: [],
      registries: [],
    }),
  );
  await engine?.open().catch(() => undefined);
  expect(existsSync(workspace?.sourceDir ?? '')).toBe(true);
});
