/** Host and port without characters that have a meaning in a policy. Policies cannot name an IPv6 address. */
const plainHost = /^[\w.-]+(:\d{1,5})?$/;

/**
 * Rights of a report: its scripts run, in an opaque origin. Without `allow-same-origin` they have no cookies and no
 * storage, and every file of the server is foreign to them. Windows that they open are not sandboxed, so that links to other sites
 * work; they may open what any other site may.
 */
const sandbox = [
  'sandbox',
  'allow-scripts',
  'allow-forms',
  'allow-popups',
  'allow-popups-to-escape-sandbox',
  'allow-downloads',
].join(' ');

interface ReportAddress {
  token: string;
  /** Host of the request. */
  host: string;
  publicUrl: string;
}

/**
 * Returns the headers of all files of a report, and of errors in their place.
 *
 * Everything comes from the folder of the report, so that its scripts reach neither other reports, nor the API as a guest, nor
 * other hosts.
 */
export function reportHeaders(address: ReportAddress): Record<string, string> {
  const own = foldersOf(address).join(' ');
  return {
    'content-security-policy': [
      sandbox,
      `default-src ${own} 'unsafe-inline' 'unsafe-eval' data: blob:`,
      `base-uri ${own}`,
      `form-action ${own}`,
      "object-src 'none'",
    ].join(';'),
    // The token is part of the address.
    'referrer-policy': 'no-referrer',
    // For an opaque origin, even its own files are those of another one. The token is the permission to read them.
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/**
 * Headers of the server's pages that reports must not have. Browsers do not show a sandboxed page that asks for an opener
 * policy, and for pages of an opaque origin, even their own frames are foreign. Nobody gains anything from framing a report, because
 * it has no rights.
 */
export const headersWithoutReports = [
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-frame-options',
];

/**
 * Returns the folder of a report as sources for the policy. A proxy may call the server by another host than people. Safari
 * needs the protocol, because an opaque origin has none to compare with. `http:` includes `https:`.
 */
function foldersOf({ token, host, publicUrl }: ReportAddress): string[] {
  const path = `/reports/${token}/`;
  const { host: publicHost, pathname } = new URL(publicUrl);
  const folders = [
    { host, path },
    { host: publicHost, path: pathname.replace(/\/$/, '') + path },
  ];
  const known = folders.filter((folder) => plainHost.test(folder.host));
  if (known.length === 0) return ["'self'"];
  return [...new Set(known.map((folder) => `http://${folder.host}${folder.path}`))];
}
