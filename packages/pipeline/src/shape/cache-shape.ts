import { cacheLimits } from '../cache-limits.ts';
import { type JsonSchema, mapOf, someText } from './json-schema.ts';

const { caches, templateLength, pathLength, paths, restoreKeys } = cacheLimits;

/** A path inside the workspace, and not the workspace itself. */
const insidePath = String.raw`(?!\/)(?!(?:[^"]*\/)?\.\.(?:\/|["]|$))[^"]*[^"./][^"]*`;

/** A folder of a container: an absolute path, or one in the home of the step's user. */
const outsidePath = String.raw`~?\/(?!(?:[^"]*\/)?\.\.(?:\/|$))[^"]*[^"./][^"]*`;

const sizedPath = (path: string) => new RegExp(`^(?=[^\\\\]{1,${pathLength}}$)(?:${path})$`, 'u');

/** A path to store in the workspace. */
export const insideCachePattern = sizedPath(insidePath);
/** A path to store, in the workspace or in a container. */
export const cachePathPattern = sizedPath(`${insidePath}|${outsidePath}`);

/** A path that people take for a pattern or a home folder, and that is neither. */
const literalPath = /[*?[]|^(?:~|\$HOME|\$\{HOME\})$|^(?:\$HOME|\$\{HOME\})\//;

/** A call of a function in a key. */
const functionCall = String.raw`\{\{\s*(?:checksum(?:\s+"${insidePath}")+|env\s+"[A-Za-z_]\w*")\s*\}\}`;

/** A key: text, with calls of `checksum` and `env`. */
export const cacheKeyPattern = new RegExp(
  `^(?=[\\s\\S]{1,${templateLength}}$)(?:(?!\\{\\{)[\\s\\S]|${functionCall})*$`,
  'u',
);

const textOf = (pattern: RegExp): JsonSchema => ({ ...someText, pattern: pattern.source });
const someOf = (description: string, item: JsonSchema, maxItems: number, minItems: number) => ({
  description,
  anyOf: [item, { type: 'array', items: item, minItems, maxItems } satisfies JsonSchema],
});

const restoreKeysShape = someOf(
  'Starts of keys, by which a cache is found if none has the key',
  textOf(cacheKeyPattern),
  restoreKeys,
  0,
);

export const cacheShape = mapOf('Files that are stored for later builds', {
  key: {
    description:
      'Name of the cache; {{ checksum "file" }} is the SHA-256 of a file, {{ env "NAME" }} the value of a variable',
    ...textOf(cacheKeyPattern),
  },
  restore_keys: { ...restoreKeysShape, anyOf: [...restoreKeysShape.anyOf, { type: 'null' }] },
  paths: someOf(
    'Files and folders inside the workspace, and in containers also folders such as ~/.npm',
    { ...textOf(cachePathPattern), not: { type: 'string', pattern: literalPath.source } },
    paths,
    1,
  ),
});

const cacheEntry: JsonSchema = { ...cacheShape, type: 'object', required: ['key', 'paths'] };

/** One cache, or a list of caches. */
export const cachesSchema: JsonSchema = {
  description: 'Files that are restored before the commands, and stored after a success',
  anyOf: [cacheEntry, { type: ['array', 'null'], items: cacheEntry, maxItems: caches }],
};
