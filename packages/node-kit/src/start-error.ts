/** Reports why the program cannot start, worded for the person who entered the command. */
export class StartError extends Error {
  override name = 'StartError';
}
