/** Response header of a log: the position after the last entry stored at that time. */
export const logLinesHeader = 'X-Log-Lines';

/** One JSON object per log entry, for clients that request it instead of one array. */
export const lineStreamType = 'application/x-ndjson';
