/** A log line as it is stored and sent. It is serialized only once. */
export interface StoredLine {
  pos: number;
  json: string;
}
