/** A remote repository, as far as its URL describes it. */
export interface RemoteFacts {
  /** Namespace and name; undefined if the URL has only one part. */
  slug: string | undefined;
  /** Page of the repository; empty if the URL is a path. */
  link: string;
  httpUrl: string;
  sshUrl: string;
}

/** Reads the URL of a git remote. Removes credentials, which would be visible to all steps. */
export function readRemoteUrl(text: string): RemoteFacts {
  const [, host = '', path = ''] = /^(?:[^@/]+@)?([^:/]+):(?!\/\/)(.+)$/.exec(text) ?? [];
  const url = URL.parse(host === '' ? text : `ssh://git@${host}/${path}`);
  if (!url || url.protocol === 'file:') {
    return { slug: slugOf(text), link: '', httpUrl: text, sshUrl: '' };
  }
  const isSsh = url.protocol.startsWith('ssh');
  const urlPath = url.pathname.replace(/^\/+|\/+$/g, '');
  const site = isSsh ? `https://${url.hostname}` : `${url.protocol}//${url.host}`;
  return {
    slug: slugOf(urlPath),
    link: `${site}/${urlPath.replace(/\.git$/, '')}`,
    httpUrl: `${site}/${urlPath}`,
    sshUrl: isSsh ? text : '',
  };
}

function slugOf(path: string): string | undefined {
  const parts = path
    .replace(/\.git\/*$/, '')
    .split('/')
    .filter(Boolean);
  return parts.length < 2 ? undefined : parts.slice(-2).join('/');
}
