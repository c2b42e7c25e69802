import { z } from 'zod/mini';

const earlierArtifact = z.object({
  id: z.int(),
  path: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Hexadecimal. */
  sha256: z.string(),
  /** Whether its owner may execute it. */
  isExecutable: z.boolean(),
  /** Target of a symbolic link; null for a file. */
  linkTarget: z.nullable(z.string()),
});
/** An artifact of a stage that another stage depends on. */
export type EarlierArtifact = z.output<typeof earlierArtifact>;

export const artifactPage = z.object({
  artifacts: z.array(earlierArtifact),
  /** Start of the next page; null on the last page. */
  next: z.nullable(z.string()),
});
export type ArtifactPage = z.output<typeof artifactPage>;
