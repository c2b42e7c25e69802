import { formatSize } from '@millrace/contract/format-size';
import type { StepFile } from '@millrace/contract/runner';
import { maxShownFileBytes } from '@millrace/contract/step-files';
import type { SecretMask } from '../../logs/secret-mask.ts';

/**
 * Masks the step's secrets in a file whose content the server displays; artifacts stay unchanged. Returns the
 * reason instead if the file is too large.
 */
export async function maskFile(
  file: StepFile,
  maskSecrets: SecretMask,
): Promise<StepFile | string> {
  if (file.kind === 'artifact' || file.kind === 'link') return file;
  if (file.size > maxShownFileBytes) return `it has more than ${formatSize(maxShownFileBytes)}`;
  const chunks: Uint8Array[] = [];
  for await (const chunk of file.read()) chunks.push(chunk);
  const bytes = await maskBytes(Buffer.concat(chunks), maskSecrets);
  return {
    ...file,
    size: bytes.length,
    async *read() {
      yield bytes;
    },
  };
}

async function maskBytes(bytes: Buffer, maskSecrets: SecretMask): Promise<Buffer> {
  const text = decode(bytes);
  if (text !== undefined) return Buffer.from(await maskSecrets.inSlices(text));
  // Files in another encoding are masked byte by byte, so that all other bytes stay unchanged.
  return Buffer.from(await maskSecrets.inSlices(bytes.toString('latin1')), 'latin1');
}

function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
