import type { FileVerdict } from '@millrace/build-rules';
import type { Extension } from './extension.ts';
import { ExtensionError } from './extension-error.ts';
import type { Subject } from './subject.ts';

export const validateProtocol = 'application/vnd.drone.validate.v1+json';

/** Statuses of the protocol, which are not of HTTP. */
const skipStatus = 498;
const blockStatus = 499;
const rejectStatus = 400;

/**
 * Asks every extension about a pipeline file. One that skips the build ends the check, and one is enough to
 * block it.
 *
 * @throws ExtensionError if an extension rejects the file, or fails
 */
export async function validateConfig(
  extensions: readonly Extension[],
  subject: Subject,
  text: string,
): Promise<FileVerdict> {
  const message = { ...subject, config: { data: text, kind: '' } };
  let verdict: FileVerdict = { kind: 'accept' };
  for (const extension of extensions) {
    const response = await extension.send(message);
    const { status } = response;
    if (status === skipStatus) return { kind: 'skip' };
    if (status === blockStatus) verdict = { kind: 'block', by: extension.name };
    else if (status < 200 || status > 299) {
      const error = extension.rejection(response);
      if (status !== rejectStatus) throw error;
      const reason = error.answer?.reason || 'it gave no reason';
      throw new ExtensionError(
        `The ${extension.name} rejected the pipeline file: ${reason}`,
        error.answer,
      );
    }
  }
  return verdict;
}
