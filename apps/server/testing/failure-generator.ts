import { createRandom } from '@millrace/test-support/random';

/** A failed step with the number of its cause. */
export interface LabelledFailure {
  cause: number;
  step: string;
  exitCode: number;
  /** Lines of its log. */
  lines: string[];
}

const nouns =
  'order account invoice session parser token cart index worker cache schema route'.split(' ');
const verbs = 'load save parse merge render fetch close encode verify sort'.split(' ');
const folders = ['/home/runner/work', '/tmp/build', '/srv/ci', '/drone/src'] as const;
/** Lines that report errors of no consequence. */
const harmless = [
  'error: could not restore the cache, continuing',
  'npm error audit endpoint is not available, skipped',
  'ERROR: telemetry was not sent',
  'fatal: no tag found, version is unknown',
  'curl: (7) Failed to connect to mirror 3, retrying',
] as const;

type Write = (random: Values, folder: string) => string[];

/** Returns the error lines of the cause with this number. Several causes have the same last line. */
function errorsOf(cause: number): { exitCode: number; write: Write } {
  const noun = nouns[cause % nouns.length] ?? '';
  const verb = verbs[cause % verbs.length] ?? '';
  const file = `${verb}-${noun}`;
  const kinds: { exitCode: number; write: Write }[] = [
    {
      exitCode: 2,
      write: (random, folder) => [
        `${folder}/src/${file}.ts(${random.below(400)},${random.below(80)}): error TS2${300 + cause}: Cannot find name '${noun}'.`,
        'npm error Lifecycle script `build` failed with error:',
      ],
    },
    {
      exitCode: 1,
      write: (random, folder) => [
        'Traceback (most recent call last):',
        `  File "${folder}/${noun}/${verb}.py", line ${random.below(900)}, in ${verb}`,
        `${noun}.${verb}Error: cannot ${verb} ${noun} ${random.hex(12)}`,
        `ERROR: ${random.below(5) + 1} tests failed`,
      ],
    },
    {
      exitCode: 2,
      write: (random, folder) => [
        `${folder}/${noun}/${file}.go:${random.below(400)}:${random.below(60)}: undefined: ${verb}${noun}`,
        `make: *** [Makefile:${random.below(90)}: test] Error 2`,
      ],
    },
    {
      exitCode: 1,
      write: (random) => [
        `Error: connect ECONNREFUSED ${noun}.internal:${random.below(60_000)}`,
        `    at ${verb} (/app/node_modules/pg/${random.hex(6)}.js:${random.below(90)}:1)`,
        `npm error code ELIFECYCLE`,
      ],
    },
    {
      exitCode: 101,
      write: (random) => [
        `thread '${verb}::${noun}' panicked at src/${noun}.rs:${random.below(300)}:${random.below(40)}:`,
        `called \`Option::unwrap()\` on a \`None\` value: ${verb} ${noun}`,
        'error: test failed, to rerun pass `--lib`',
      ],
    },
  ];
  return kinds[cause % kinds.length] as { exitCode: number; write: Write };
}

/** Creates failures of `causes` causes, with different times, ids, folders, order and noise, mixed. */
export function* generateFailures(
  causes: number,
  builds: number,
  seed: number,
): Generator<LabelledFailure> {
  const random = createValues(seed);
  const labels = Array.from({ length: causes * builds }, (_, at) => at % causes);
  for (const cause of random.shuffle(labels)) {
    const { exitCode, write } = errorsOf(cause);
    const folder = `${random.pick(folders)}/${random.hex(8)}`;
    const noise = Array.from({ length: random.below(4) }, () => random.pick(harmless));
    const errors = write(random, folder);
    // Tools that run in parallel print in any order, but a traceback is one block.
    const blocks = random.shuffle([
      errors.slice(0, -1),
      errors.slice(-1),
      ...noise.map((line) => [line]),
    ]);
    const usual = Array.from(
      { length: 20 + random.below(60) },
      (_, at) => `[${random.time()}] module ${at} ${random.hex(7)} done in ${random.below(900)} ms`,
    );
    yield {
      cause,
      exitCode,
      step: 'test',
      lines: ['+ npm test', ...usual, ...blocks.flatMap((block) => [...block, usual[0] ?? ''])],
    };
  }
}

function createValues(seed: number) {
  const { upTo, pick } = createRandom(seed);
  const below = (limit: number) => Math.floor(upTo(limit));
  const two = (limit: number) => String(below(limit)).padStart(2, '0');
  return {
    below,
    pick,
    shuffle: <Item>(items: readonly Item[]): Item[] =>
      items
        .map((item) => ({ item, at: upTo(1) }))
        .sort((a, b) => a.at - b.at)
        .map(({ item }) => item),
    hex: (length: number) => Array.from({ length }, () => below(16).toString(16)).join(''),
    time: () => `${two(24)}:${two(60)}:${two(60)}`,
  };
}

type Values = ReturnType<typeof createValues>;
