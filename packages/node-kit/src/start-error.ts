/** A reason not to start, worded for the person who typed the command. */
export class StartError extends Error {
  override name = 'StartError';
}
