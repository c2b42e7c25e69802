/**
 * Quick check: a line that does not match is not a failure. For most lines of a log, this is the only check.
 */
const quickCheck =
  /err|fatal|fail|panic|exception|traceback|critical|E\d{3}|\*\*\*|undefined ref|not found/i;
const quickCheckStart = /^(?:E[: ]|Killed|Segm|Bus |curl: |[^\s:]+:\d+:\d+: )/;
/** Error formats of compilers, tools and test runners. Each is searched in the whole line. */
const failurePatterns = [
  // `error TS2304`, `fatal: not a git repository`, `[ERROR] …`, `1 test failed`
  /(?:^|[\s[(])(?:error|fatal|panic|exception|traceback|failed|failure|E\d{3,5})(?:[:\])!]|\s*\[|$|\s+(?:in|at|to|when|while|TS\d+))/i,
  /(?:^|[\s[(])FAIL(?:[:\])!]|$)/,
  // Level of a log line.
  /(?:^|[\s|])(?:ERROR|FATAL|CRITICAL)(?:[\s|]|$)/,
  // `TypeError: …`, `AssertionError [ERR_ASSERTION]: …`, `java.lang.NullPointerException`, `no water (RuntimeError)`
  /\b[A-Z]\w*(?:Error|Exception)(?: \[\w+\])?(?::|\)|$)/,
  /^\s*(?:Error|FAIL|FAILED|npm ERR!|npm error|Traceback \(most recent)\s/,
  // yarn, pnpm, apt, curl
  /^error [A-Z]|^\s*ERR_[A-Z_]+|^E: |^curl: \(\d+\)/,
  // `error CS0103: …`, `4:1  error  'a' is not defined`, `Failure/Error: …`, pytest's `E   assert 2 == 3`
  /\berror [A-Z]{1,5}\d+:|^\s*\d+:\d+\s+error\s|^\s*Failure\/Error:|^E {2,}\S/,
  // Position in a source file and message, as written by Go and linters.
  /^\S+\.\w+:\d+:\d+: (?!(?:warning|note|info|remark|hint|style)\b)/i,
  /\bundefined reference to |^\S*\bsh: .*\bnot found$/,
  /^(?:Killed|Segmentation fault|Bus error)\b/,
  /\bpanicked at /,
  // Optionally with the prefix of a step of an image build.
  /^(?:#\d+ [\d.]+ )?make.*: \*\*\* /,
];
/** Lines that are not failures: zero counts, and echoed commands, which may contain the word error. */
const noFailure =
  /\b(?:0|no|without) (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b|^\+ /i;
/** A positive count in the same line as a zero count. */
const positiveCount =
  /\b[1-9]\d* (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*[1-9]/i;

/** Returns whether a line without escape sequences reports a failure. */
export function isFailureLine(text: string): boolean {
  return (
    (quickCheck.test(text) || quickCheckStart.test(text)) &&
    failurePatterns.some((pattern) => pattern.test(text)) &&
    (!noFailure.test(text) || (positiveCount.test(text) && !text.startsWith('+ ')))
  );
}
