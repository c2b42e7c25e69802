/** Background work of a server. */
export interface Loop {
  run(): void;
  /** Stops, and resolves when no work is running. The loop can be started again. */
  stop(): Promise<void>;
}
