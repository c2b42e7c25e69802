/** A test by what it is called; the same one in all builds of its repository. */
export interface TestName {
  id: number;
  stage: string;
  suite: string;
  name: string;
  /** Empty where it is not known. */
  file: string;
}
