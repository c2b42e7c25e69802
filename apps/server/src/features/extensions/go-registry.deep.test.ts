import type { Build, Repo } from '@millrace/contract/api';
import { skipIf } from '@millrace/test-support/skip-if';
import { expect, it } from 'vitest';
import { extensionsProgram, startGoExtensions } from '../../../testing/go-extensions.ts';
import { readConfig } from '../../config/config.ts';
import { createExtensions } from './create-extensions.ts';
import { listRegistries } from './list-registries.ts';

it(
  'reads registries of a real extension',
  skipIf(!extensionsProgram && 'MILLRACE_TEST_EXTENSIONS is not set'),
  async () => {
    const extensions = await startGoExtensions();
    try {
      const { registry } = createExtensions(readConfig(extensions.env).extensions);
      const subject = { repo: { slug: 'ada/app' } as Repo, build: {} as Build };
      expect(await listRegistries(registry, subject)).toEqual([
        { address: 'registry.example.com', username: 'ci', password: 'pass' },
      ]);
    } finally {
      await extensions.stop();
    }
  },
);
