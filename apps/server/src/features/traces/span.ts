/** A part of a trace. Times are Unix seconds. */
export interface Span {
  traceId: string;
  spanId: string;
  /** Absent for the first span of a trace. */
  parentId?: string;
  name: string;
  startSec: number;
  endSec: number;
  isError: boolean;
  attributes: Record<string, string | number | boolean>;
}
