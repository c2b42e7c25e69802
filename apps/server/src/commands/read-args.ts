import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { StartError } from '@millrace/node-kit/start-error';

type Values<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true }>
>['values'];

/**
 * A command's words, exactly `count` of them, and its options.
 * @throws StartError that tells the usage, where they are not so
 */
export function readArgs<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  count: number,
  options: Options,
  usage: string,
): { words: string[]; values: Values<Options> } {
  let read: { positionals: string[]; values: Values<Options> };
  try {
    read = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new StartError(`${(error as Error).message}\n${usage}`);
  }
  if (read.positionals.length !== count) throw new StartError(usage);
  return { words: read.positionals, values: read.values };
}
