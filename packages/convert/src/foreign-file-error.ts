/** Thrown if a file of another CI system cannot be converted. The message is shown to its author. */
export class ForeignFileError extends Error {
  override name = 'ForeignFileError';
}
