/** Output of a failing tool, and the line that a person would identify as the error. */
export interface FirstErrorLog {
  tool: string;
  log: string;
  line: string;
}
