/** Work in the background of a server. */
export interface Loop {
  run(): void;
  /** Resolves when nothing is running any more. The loop can be run again. */
  stop(): Promise<void>;
}
