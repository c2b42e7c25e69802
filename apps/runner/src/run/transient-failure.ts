/** How git and curl say that a server or the way to it is away. Those of curl are in English everywhere. */
const transient = new RegExp(
  [
    'Could not resolve (?:host|proxy|hostname)|Temporary failure in name resolution',
    "Failed to connect to|Couldn't connect to server|Could not connect to",
    'Connection (?:refused|reset|timed out|was reset|closed)|Network is unreachable|No route to host',
    'Operation timed out|Timeout was reached|timed out after|Operation too slow',
    'returned error: 5\\d\\d|HTTP(?:/\\d(?:\\.\\d)?)? 5\\d\\d',
    'Empty reply from server|(?:Recv|Send) failure|transfer closed|unexpected disconnect|early EOF',
    'SSL_ERROR_SYSCALL|gnutls_handshake\\(\\) failed|TLS connect error|unexpected eof while reading',
    'HTTP/2 stream \\d+ was not closed cleanly|remote end hung up unexpectedly',
  ].join('|'),
  'i',
);
/** A refusal comes again, whatever else is said beside it. */
const refused = /returned error: 4\d\d|HTTP(?:\/\d(?:\.\d)?)? 4\d\d/i;

/** The messages are at the end of the output. */
const maxBytes = 16 * 1024;

/** Finds out by the output of git whether another try may succeed. */
export class TransientFailure {
  private tail = Buffer.alloc(0);

  see(chunk: Uint8Array): void {
    this.tail = Buffer.concat([this.tail, chunk]).subarray(-maxBytes);
  }

  get isLikely(): boolean {
    const text = this.tail.toString('latin1');
    return transient.test(text) && !refused.test(text);
  }
}
