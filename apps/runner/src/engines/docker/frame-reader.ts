const headerBytes = 8;
const lengthOffset = 4;

/**
 * Extracts the output from Docker's framed stream. Each frame has a header of eight bytes; the last four
 * are the length of the content.
 */
export class FrameReader {
  private rest: Buffer = Buffer.alloc(0);
  /** Remaining bytes of the current frame. */
  private missing = 0;

  push(chunk: Buffer): Buffer[] {
    const parts: Buffer[] = [];
    let data = this.rest.length > 0 ? Buffer.concat([this.rest, chunk]) : chunk;
    this.rest = Buffer.alloc(0);
    while (data.length > 0) {
      if (this.missing === 0) {
        if (data.length < headerBytes) {
          this.rest = data;
          break;
        }
        this.missing = data.readUInt32BE(lengthOffset);
        data = data.subarray(headerBytes);
      }
      const part = data.subarray(0, this.missing);
      this.missing -= part.length;
      data = data.subarray(part.length);
      if (part.length > 0) parts.push(part);
    }
    return parts;
  }
}
