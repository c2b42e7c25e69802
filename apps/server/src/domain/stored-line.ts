/** A line of a log as it is stored and sent: serialised once. */
export interface StoredLine {
  pos: number;
  json: string;
}
