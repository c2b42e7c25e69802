/** Matches messages of git and curl about an unreachable server. Messages of curl are never translated. */
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
/** Matches rejections, which a retry would only repeat, even if other messages look transient. */
const rejection = /returned error: 4\d\d|HTTP(?:\/\d(?:\.\d)?)? 4\d\d/i;

/** Number of bytes examined; the messages are at the end of the output. */
const maxBytes = 16 * 1024;

/** Decides from the output of git whether a retry may succeed. */
export class TransientFailure {
  private tail = Buffer.alloc(0);

  read(chunk: Uint8Array): void {
    this.tail = Buffer.concat([this.tail, chunk]).subarray(-maxBytes);
  }

  get isLikely(): boolean {
    const text = this.tail.toString('latin1');
    return transient.test(text) && !rejection.test(text);
  }
}
