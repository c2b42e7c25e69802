import { endpoints } from '../api/endpoints.ts';
import { type Endpoint, neededScope } from '../api/index.ts';
import { errorCodes } from '../errors.ts';

/** Tables of the documentation in Markdown, by the name of their place in a page: `<!-- calls -->`. */
export function createApiTables(): Record<string, string> {
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
      ['path', 'method', 'access', 'scope', 'what it does'],
      endpoints
        .toSorted(byPath)
        .map((endpoint) => [
          `\`${endpoint.path}\``,
          endpoint.method,
          endpoint.access,
          neededScope(endpoint) ?? '–',
          endpoint.summary,
        ]),
    ),
  };
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
