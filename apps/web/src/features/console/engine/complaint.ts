/** Nothing else can be a complaint; most lines of a long log are told by this alone. */
const suspicious = /err|fatal|fail|panic|exception|traceback|critical|E\d{3}|\*\*\*/i;
/** What compilers, tools and test runners write of a failure; each is tried against the whole line. */
const complaints = [
  // `error TS2304`, `fatal: not a git repository`, `[ERROR] …`, `1 test failed`
  /(?:^|[\s[(])(?:error|fatal|panic|exception|traceback|failed|failure|E\d{3,5})(?:[:\])!]|\s*\[|$|\s+(?:in|at|to|when|while|TS\d+))/i,
  /(?:^|[\s[(])FAIL(?:[:\])!]|$)/,
  // The level of a log line.
  /(?:^|[\s|])(?:ERROR|FATAL|CRITICAL)(?:[\s|]|$)/,
  // `TypeError: …`, `java.lang.NullPointerException`
  /\b[A-Z]\w*(?:Error|Exception)(?::|$)/,
  /^\s*(?:Error|FAIL|FAILED|npm ERR!|npm error|Traceback \(most recent)\s/,
  /\bpanicked at /,
  /^make.*: \*\*\* /,
];
/** A count of none, and the echo of a command, which may well name an error. */
const harmless =
  /\b(?:0|no|without) (?:errors?|failures?|failed)\b|\b(?:errors?|failures?|failed)\s*[:=]\s*0\b|^\+ /i;

/** Whether a line, as a reader sees it, tells of a failure. */
export function isComplaint(text: string): boolean {
  return (
    suspicious.test(text) &&
    complaints.some((pattern) => pattern.test(text)) &&
    !harmless.test(text)
  );
}
