/**
 * Why a line stands for the failure of a step: it reports an error, it is a command that failed without output, or
 * it is only the last line of the log.
 */
export const errorKinds = ['error', 'command', 'last_line'] as const;
export type ErrorKind = (typeof errorKinds)[number];
