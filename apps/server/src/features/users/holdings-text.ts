import type { Holdings } from '@millrace/contract/api';

/** Maximum number of names listed. Further names are counted. */
const maxNames = 5;

type Named = Omit<Holdings, 'builds'>;

const kinds: [keyof Named, string][] = [
  ['repos', 'repositories'],
  ['crons', 'cron jobs'],
  ['secrets', 'secrets'],
  ['registries', 'registry credentials'],
  ['templates', 'templates'],
];

/** Returns a text such as "repositories a, b; secrets c"; empty if the namespace is empty. */
export function describeHoldings(holdings: Named): string {
  return kinds
    .filter(([kind]) => holdings[kind].length > 0)
    .map(([kind, word]) => `${word} ${shorten(holdings[kind])}`)
    .join('; ');
}

/** Returns the names that both namespaces use. */
export function findCollisions(one: Holdings, other: Holdings): Named {
  const both = (kind: keyof Named) => one[kind].filter((name) => other[kind].includes(name));
  // Cron jobs move with their repositories, so only repositories can collide.
  return {
    repos: both('repos'),
    crons: [],
    secrets: both('secrets'),
    registries: both('registries'),
    templates: both('templates'),
  };
}

function shorten(names: string[]): string {
  const rest = names.length - maxNames;
  return names.slice(0, maxNames).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}
