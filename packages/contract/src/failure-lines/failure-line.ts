/**
 * Quick check: a line that does not match is not a failure. For most lines of a log, this is the only check.
 */
const quickCheck =
  /err|fatal|fail|panic|exception|traceback|critical|E\d{3}|\*\*\*|undefined ref|not found|denied|no s|killed|segm|conflict/i;
const quickCheckStart = /^(?:(?:#\d.* )?E[: ]|Bus |curl: |\s*[●✕✗✘×] |[^\s:]+:\d+:\d+: )/;
/** Error formats of compilers, tools and test runners. Each is searched in the whole line. */
const failurePatterns = [
  // `error TS2304`, `fatal: not a git repository`, `[ERROR] …`, `1 test failed`, `==7==ERROR: …`, `level=error msg=…`
  /(?:^|[\s[(=])(?:error|fatal|panic|exception|traceback|failed|failure|E\d{3,5})(?:[:\])!]|\s*\[|$|\s+(?:in|at|to|when|while|msg=|TS\d+))/i,
  /(?:^|[\s[(])FAIL(?:[:\])!]|$)/,
  // Level of a log line.
  /(?:^|[\s|])(?:ERROR|FATAL|CRITICAL)(?:[\s|]|$)/,
  // `TypeError: …`, `AssertionError [ERR_ASSERTION]: …`, `java.lang.NullPointerException`, `no water (RuntimeError)`
  /\b[A-Z]\w*(?:Error|Exception)(?: \[\w+\])?(?::|\)|$)/,
  /^\s*(?:Error|FAIL|FAILED|npm ERR!|npm error|Traceback \(most recent)\s/,
  // yarn, pnpm, apt, curl, git, docker
  /^error [A-Z]|^\s*ERR_[A-Z_]+|^(?:#\d+ [\d.]+ )?E: |^curl: \(\d+\)|^(?:CONFLICT|denied:) /,
  // `error CS0103: …`, `4:1  error  'a' is not defined`, `Failure/Error: …`, pytest's `E   assert 2 == 3`
  /\berror [A-Z]{1,5}\d+:|^\s*\d+:\d+\s+error\s|^\s*Failure\/Error:|^E {2,}\S/,
  // Position in a source file and message, as written by Go and linters.
  /^\S+\.\w+:\d+:\d+: (?!\s|(?:warning|note|info|remark|hint|style)\b)/i,
  /\b(?:undefined reference to|panicked at) |^\S*\bsh: .*\bnot found$/,
  /(?:^|line \d+: +\d+ )(?:Killed|Segmentation fault|Bus error)\b/,
  // Messages of the operating system.
  /: (?:No such file|Permission denied|No space left)/,
  // Failed tests of jest, mocha, vitest and Playwright. Jest also marks what tests print.
  /^\s*[●✕✗✘×] +(?!Console)\S/,
  // Optionally with the prefix of a step of an image build.
  /^(?:#\d+ [\d.]+ )?make.*: \*\*\* /,
];
/** Lines that are not failures: zero counts, and echoed commands, which may contain the word error. */
const noFailure =
  /\b(?:0|no|without) (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b|^\+ /i;
/** A positive count in the same line as a zero count. */
const positiveCount =
  /\b[1-9]\d* (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*[1-9]/i;

/** Notes of compilers, titles of pytest and Maven, and lines of lower levels. */
const title =
  /: note: |^(?:[_=]{3}.*[_=]{3}|collected .*|Traceback:|\[ERROR\] COMPILATION ERROR :) ?$|^\[?(?:info|INFO|warn|WARN|debug|DEBUG)(?:ing|ING)?[\]:] /;

/** A failure that its tool ignores or retries. */
export const handled = /\b(?:[Rr]etrying|[Ww]ill retry)\b|[,(;] ?(?:continu|ignor|skipp)/;

/** Longer lines, such as minified files, report no failure. The patterns would take long to match them. */
const maxLength = 10_000;

/** Returns whether a line without escape sequences reports a failure. */
export function isFailureLine(text: string): boolean {
  return (
    text.length <= maxLength &&
    (quickCheck.test(text) || quickCheckStart.test(text)) &&
    failurePatterns.some((pattern) => pattern.test(text)) &&
    !title.test(text) &&
    (!noFailure.test(text) || (positiveCount.test(text) && !text.startsWith('+ ')))
  );
}
