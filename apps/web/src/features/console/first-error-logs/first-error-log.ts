/** Output of a tool that fails, with the line that a person would point at. */
export interface FirstErrorLog {
  tool: string;
  log: string;
  line: string;
}
