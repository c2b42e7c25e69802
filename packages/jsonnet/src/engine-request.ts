/** A program that an engine is to run, as the engine reads it. */
export interface EngineRequest {
  text: string;
  maxOutputBytes: number;
}
