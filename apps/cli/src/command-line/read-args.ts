import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartError } from '@millrace/node-kit/start-error';

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values'];

/**
 * Parses the arguments of a command: its words, and its options.
 *
 * @param count number of words, or a range
 *
 * @throws StartError with the usage if they do not match
 */
export function readArgs<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  count: number | readonly [least: number, most: number],
  options: Options,
  usage: string,
): { words: string[]; values: Values<Options> } {
  let read: { positionals: string[]; values: Values<Options> };
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
  const [least, most] = typeof count === 'number' ? [count, count] : count;
  const { length } = read.positionals;
  if (length < least || length > most) throw new StartError(usage);
  return { words: read.positionals, values: read.values };
}
