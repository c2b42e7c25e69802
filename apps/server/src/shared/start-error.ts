/** A reason not to start, in words for the person who typed the command. */
export class StartError extends Error {
  override name = 'StartError';
}
