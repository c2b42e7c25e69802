import type { ForgeTag } from '../forge.ts';

/** Of an annotated tag, git prints the fields of its commit, which start with `*`. */
const fields = ['objecttype', 'objectname', 'authorname', 'committerdate:unix', 'subject'];
const format = ['%(refname:lstrip=2)', ...fields.flatMap((name) => [`%(${name})`, `%(*${name})`])];

/** Arguments of git that list the newest tags. */
export function listTagsArguments(limit: number): string[] {
  return [
    'for-each-ref',
    '--sort=-creatordate',
    `--count=${limit}`,
    `--format=${format.join('%00')}`,
    'refs/tags',
  ];
}

/** Reads what git prints. Omits tags of other objects than commits. */
export function readTags(shown: string): ForgeTag[] {
  return shown.split('\n').flatMap((line) => {
    const [name = '', ...values] = line.split('\0');
    const isAnnotated = values[0] === 'tag';
    const [type, sha = '', authorName = '', time = '', message = ''] = fields.map(
      (_, at) => values[at * 2 + (isAnnotated ? 1 : 0)],
    );
    if (type !== 'commit') return [];
    return { name, sha, authorName, committedSec: Number(time), message };
  });
}
