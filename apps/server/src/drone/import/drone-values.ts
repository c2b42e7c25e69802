import { isUtf8 } from 'node:buffer';
import { StartError } from '@millrace/node-kit/start-error';
import { decryptDroneValue, droneKeyBytes } from '../../shared/drone-cipher.ts';
import type { DroneReader } from './drone-reader.ts';
import { secretRow, userRow } from './drone-rows.ts';

/**
 * Reads values that Drone may have encrypted. With the mixed mode of Drone, plain values stand among encrypted
 * ones: an encrypted value is never valid UTF-8 text.
 */
export class DroneValues {
  private readonly key: string | undefined;

  constructor(key: string | undefined) {
    if (key !== undefined && Buffer.byteLength(key) !== droneKeyBytes) {
      throw new StartError(`--secret must have ${droneKeyBytes} characters.`);
    }
    this.key = key;
  }

  /** Returns undefined if the value is encrypted with another key. */
  read(value: Buffer): string | undefined {
    const decrypted = this.key && decryptDroneValue(this.key, value);
    if (typeof decrypted === 'string') return decrypted;
    return isUtf8(value) ? value.toString('utf8') : undefined;
  }

  /**
   * Checks the key with all encrypted values, before anything is imported.
   * @throws StartError if it decrypts none of them
   */
  async requireKey(reader: DroneReader): Promise<void> {
    let decrypted = 0;
    let unreadable = 0;
    const check = (value: Buffer) => {
      if (this.read(value) === undefined) unreadable++;
      else if (this.key && decryptDroneValue(this.key, value) !== undefined) decrypted++;
    };
    for (const table of ['secrets', 'orgsecrets']) {
      for await (const rows of reader.readAll(table, 'secret_id', secretRow)) {
        for (const { secret_data } of rows) check(secret_data);
      }
    }
    for await (const rows of reader.readAll('users', 'user_id', userRow)) {
      for (const { user_oauth_token } of rows) check(user_oauth_token);
    }
    if (unreadable === 0 || decrypted > 0) return;
    throw new StartError(
      this.key === undefined
        ? 'The database contains encrypted secrets. Add --secret with the value of DRONE_DATABASE_SECRET.'
        : 'The value of --secret does not decrypt the secrets of this database. Use that of DRONE_DATABASE_SECRET.',
    );
  }
}
