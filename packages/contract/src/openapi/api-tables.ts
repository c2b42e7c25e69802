import { endpoints } from '../api/endpoints.ts';
import { type Endpoint, neededScope } from '../api/index.ts';
import { errorCodes } from '../errors.ts';

/**
 * Returns tables of the documentation in Markdown, by the name of the comment that they replace: `<!-- calls -->`.
 *
 * @param uses parts of the interface that make a call, by its method and path: `GET /api/user`
 */
export function createApiTables(
  uses: ReadonlyMap<string, readonly string[]>,
): Record<string, string> {
  return {
    'error codes': table(
      ['code', 'status', 'meaning'],
      Object.entries(errorCodes).map(([code, { status, text }]) => [
        `\`${code}\``,
        String(status),
        text,
      ]),
    ),
    calls: table(
      ['path', 'method', 'access', 'scope', 'what it does', 'made by'],
      endpoints
        .toSorted(byPath)
        .map((endpoint) => [
          `\`${endpoint.path}\``,
          endpoint.method,
          endpoint.access,
          neededScope(endpoint) ?? '–',
          endpoint.summary,
          describeUse(endpoint, uses),
        ]),
    ),
  };
}

/** Returns what makes a call: parts of the interface, or the reason why none does. */
function describeUse(
  { method, path, access, forPrograms }: Endpoint,
  uses: ReadonlyMap<string, readonly string[]>,
): string {
  if (access === 'runner') return 'runners';
  return forPrograms ?? (uses.get(`${method} ${path}`) ?? []).join(', ');
}

function byPath(one: Endpoint, other: Endpoint): number {
  const [a, b] = [`${one.path} ${one.method}`, `${other.path} ${other.method}`];
  return a < b ? -1 : 1;
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |\n`;
  return `${line(head)}${line(head.map(() => '---'))}${rows.map(line).join('')}`;
}
