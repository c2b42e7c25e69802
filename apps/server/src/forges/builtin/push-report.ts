const lengthDigits = 4;
const flush = '0000';
const reportBand = 1;
const messageBand = 2;
const shallowError = 'shallow update not allowed';
const shallowHelp =
  'This clone is shallow, and the repository does not have the commits that it omits.\n' +
  'Run "git fetch --unshallow" with the remote that you cloned from, then push.';

/**
 * Adds messages to the response of `git receive-pack`, which git prints to the person who pushes. The response
 * consists of packets: four hexadecimal digits with their own length, and data. In a response with bands, the
 * data begins with the number of a band. The packet `0000` ends it, and is held back until the builds exist.
 */
export class PushReport {
  private pending: Buffer = Buffer.alloc(0);
  private hasBands = false;
  private isEnded = false;

  /** Returns the complete packets, with an explanation of a rejected shallow push. */
  forward(bytes: Uint8Array): Buffer {
    this.pending = Buffer.concat([this.pending, bytes]);
    const ready: Buffer[] = [];
    for (let packet = this.take(); packet; packet = this.take()) {
      const band = packet[lengthDigits];
      this.hasBands ||= band === reportBand || band === messageBand;
      if (band === reportBand && packet.includes(shallowError)) ready.push(message(shallowHelp));
      ready.push(packet);
    }
    return Buffer.concat(ready);
  }

  /** Returns the rest of the response, after a message. */
  end(text: string | null): Buffer {
    const isShown = text !== null && this.hasBands && this.isEnded;
    return Buffer.concat([isShown ? message(text) : Buffer.alloc(0), this.pending]);
  }

  /** Removes the next packet. Null if it is incomplete, ends the response, or is no packet. */
  private take(): Buffer | null {
    const digits = this.pending.toString('latin1', 0, lengthDigits);
    this.isEnded = digits === flush;
    const length = /^[0-9a-f]{4}$/.test(digits) ? Number.parseInt(digits, 16) : 0;
    if (length < lengthDigits || this.pending.length < length) return null;
    const packet = this.pending.subarray(0, length);
    this.pending = this.pending.subarray(length);
    return packet;
  }
}

function message(text: string): Buffer {
  const data = Buffer.concat([Buffer.from([messageBand]), Buffer.from(`${text}\n`)]);
  const length = (data.length + lengthDigits).toString(16).padStart(lengthDigits, '0');
  return Buffer.concat([Buffer.from(length), data]);
}
