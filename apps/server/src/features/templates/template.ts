/** A pipeline, or the script that makes one, which pipeline files of an organisation load. */
export interface Template {
  id: number;
  namespace: string;
  name: string;
  data: string;
  /** Unix seconds. */
  created: number;
  updated: number;
}
