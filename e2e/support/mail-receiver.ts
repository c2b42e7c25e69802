import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** A mail server that accepts every message and keeps it. */
export class MailReceiver {
  /** Received messages with headers and body, oldest first. */
  readonly mails: string[] = [];
  private readonly server = createServer((socket) => void this.converse(socket));

  static async start(): Promise<MailReceiver> {
    const receiver = new MailReceiver();
    await once(receiver.server.listen(0, '127.0.0.1'), 'listening');
    return receiver;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  stop(): void {
    this.server.close();
  }

  private async converse(socket: Socket): Promise<void> {
    const reply = (line: string) => socket.write(`${line}\r\n`);
    // A client that closes the connection early is no failure of the test.
    socket.on('error', () => {});
    reply('220 mail.example.com');
    let mail: string[] | undefined;
    for await (const line of createInterface({
      input: socket,
      crlfDelay: Number.POSITIVE_INFINITY,
    })) {
      if (mail && line !== '.') mail.push(line);
      else if (mail) {
        this.mails.push(mail.join('\n'));
        mail = undefined;
        reply('250 Accepted');
      } else if (line === 'DATA') {
        mail = [];
        reply('354 Send the message');
      } else if (line === 'QUIT') socket.end('221 Bye\r\n');
      else reply('250 OK');
    }
  }
}
