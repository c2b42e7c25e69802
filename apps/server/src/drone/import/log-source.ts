import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GetObjectCommand, NoSuchKey } from '@aws-sdk/client-s3';
import type { ObjectStoreSettings } from '../../config/object-store-settings.ts';
import { createS3Client } from '../../object-store/s3-store.ts';

/** Logs that Drone stores outside of its database, by the ids of steps. */
export interface LogSource {
  /** Returns undefined if there is no log of this step. */
  read(stepId: number): Promise<Buffer | undefined>;
  close(): void;
}

/** Opens the bucket, or a folder with a copy of it, in which Drone stores one object for each step. */
export function openLogSource(settings: ObjectStoreSettings): LogSource {
  if (settings.kind === 'files') {
    return {
      read: (stepId) => readFile(join(settings.folder, String(stepId))).catch(ignoreMissing),
      close: () => {},
    };
  }
  const client = createS3Client(settings);
  return {
    read: async (stepId) => {
      const object = { Bucket: settings.bucket, Key: `${settings.prefix}${stepId}` };
      try {
        const { Body } = await client.send(new GetObjectCommand(object));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    close: () => client.destroy(),
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
