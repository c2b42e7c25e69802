/** Name of a test. It identifies the test in all builds of a repository. */
export interface TestName {
  id: number;
  stage: string;
  suite: string;
  name: string;
  /** Empty if unknown. */
  file: string;
}
