/** A pipeline, or a script that generates one, loaded by pipeline files of an organization. */
export interface Template {
  id: number;
  namespace: string;
  name: string;
  data: string;
  /** Unix seconds. */
  created: number;
  updated: number;
}
