import { z } from 'zod/mini';

/** Name of the description, the first entry of an archive of files for a replay. The others are below `files/`. */
export const replayDescriptionName = 'replay.json';
export const replayFilesFolder = 'files';

/** A list of paths, which may be cut. */
const paths = z.object({
  /** Number of all paths. */
  count: z.int(),
  first: z.array(z.string()),
});
export type PathList = z.infer<typeof paths>;

export const replayDescription = z.object({
  /** Number of files and links in the archive. */
  files: z.int(),
  /** Paths of the commit that earlier steps deleted. */
  deleted: z.array(z.string()),
  /** Files of earlier steps that the failed step changed or deleted. */
  changed: paths,
  /** Files that are too large, or cannot be read. */
  leftOut: paths,
  /** Unix seconds at which the files of the commit were written. */
  cloned: z.int(),
  /** Outputs of earlier steps and stages. */
  outputs: z.array(
    z.object({
      name: z.string(),
      /** Null if the value is masked in logs. */
      data: z.nullable(z.string()),
    }),
  ),
});
export type ReplayDescription = z.infer<typeof replayDescription>;
