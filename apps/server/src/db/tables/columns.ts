/** 0 or 1: both databases store whole numbers in the same way. */
export type Flag = number;
/** Unix seconds; 0 means "not yet". */
export type TimeSec = number;
