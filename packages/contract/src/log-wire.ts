/** Header of an answer with log lines: the position after the last line that was stored by then. */
export const logLinesHeader = 'X-Log-Lines';

/** A line of JSON for each line of a log, for those who ask for it instead of one array. */
export const lineStreamType = 'application/x-ndjson';
