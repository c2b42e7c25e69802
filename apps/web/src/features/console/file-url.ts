import type { Build } from '@millrace/contract/api';
import { useCallback } from 'react';
import { serverUrl } from '../../api/server-address.ts';
import { forgePaths, hasForgePages } from '../../lib/forge-paths.ts';
import { hasExtras } from '../../lib/server-extras.ts';
import type { Style } from './ansi-style.ts';

/** Returns the URL of a line of a file of the repository. */
export type FileUrl = (place: NonNullable<Style['file']>) => string;

/** Returns the URLs of lines of files at the commit of a build; undefined if the forge has no pages. */
export function useFileUrl(slug: string, build: Build): FileUrl | undefined {
  const { after } = build;
  const findUrl = useCallback<FileUrl>(
    (place) => serverUrl(forgePaths.file(slug, after, place)),
    [slug, after],
  );
  return hasForgePages && after && hasExtras(build) ? findUrl : undefined;
}
