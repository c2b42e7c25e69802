/** Response header of log lines: the position after the last line stored at that time. */
export const logLinesHeader = 'X-Log-Lines';

/** One JSON object per log line, for clients that request it instead of one array. */
export const lineStreamType = 'application/x-ndjson';
