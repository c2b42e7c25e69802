/** Credentials of an image registry. If both ids are null, they belong to the whole server. */
export interface Registry {
  id: number;
  repoId: number | null;
  namespace: string | null;
  /** Host, with a port if it is not the usual one. */
  address: string;
  username: string;
  /** Encrypted with the server's key. */
  password: string;
  /** Unix seconds. */
  created: number;
  updated: number;
  /** Unix seconds; 0 if no runner ever got the password. */
  lastUsed: number;
}
