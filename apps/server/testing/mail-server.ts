import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { createCertificate } from './certificate.ts';
import { type ProgramOnPort, programOnPort } from './program-on-port.ts';

const exim = '/usr/sbin/exim4';
/** Reason to skip the tests that need Exim; undefined if it can run. */
export const missingMail =
  existsSync(exim) && process.getuid?.() === 0 ? undefined : 'exim4 is not installed, or not root';

/** Account that delivers: Exim refuses to deliver as root. Ids of `mail` on every Debian. */
const mailId = 8;

/**
 * An Exim in its own folder, which stores the mail for all addresses in one file. It rejects mail for `nobody`, defers
 * mail for `later`, and requires encryption and a password for `members`.
 */
export interface MailTestServer extends ProgramOnPort {
  port: number;
  /** Certificate for 127.0.0.1, which signed itself. */
  caFile: string;
  login: { user: string; password: string };
  /** Returns all mail for the local part of an address. */
  read(localPart: string): Promise<string>;
  remove(): Promise<void>;
}

export async function startMailServer({ hasTls = false } = {}): Promise<MailTestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-mail-'));
  const port = await findFreePort();
  const conf = join(dir, 'exim.conf');
  await chmod(dir, 0o755);
  for (const name of ['spool', 'mail', 'log']) await mkdir(join(dir, name));
  await chown(join(dir, 'mail'), mailId, mailId);
  if (hasTls) await createCertificate(dir);
  await writeFile(conf, configOf(dir, hasTls));
  const program = programOnPort(exim, ['-C', conf, '-bdf', '-oX', String(port)], port);
  const server: MailTestServer = {
    port,
    caFile: join(dir, 'cert.pem'),
    login: { user: 'millrace', password: 'secret' },
    read: async (localPart) => {
      const all = await readFile(join(dir, 'mail', 'all'), 'utf8').catch(() => '');
      const mails = all.split(/^From .*$/m);
      return mails.filter((mail) => mail.includes(`Envelope-to: ${localPart}@`)).join('');
    },
    ...program,
    remove: async () => {
      await server.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
  await server.start();
  return server;
}

function configOf(dir: string, hasTls: boolean): string {
  const tls = hasTls
    ? `tls_advertise_hosts = *\ntls_certificate = ${dir}/cert.pem\ntls_privatekey = ${dir}/key.pem`
    : 'tls_advertise_hosts =';
  return `exim_path = ${exim}
spool_directory = ${dir}/spool
log_file_path = ${dir}/log/%slog
pid_file_path = ${dir}/pid
primary_hostname = mail.example.com
local_interfaces = <; 127.0.0.1
keep_environment =
exim_user = root
exim_group = root
${tls}
acl_smtp_rcpt = check
acl_smtp_data = accept

begin acl
check:
  deny local_parts = nobody
       message = There is no such mailbox
  defer local_parts = later
  deny local_parts = members
       !encrypted = *
  deny local_parts = members
       !authenticated = *
  accept

begin authenticators
plain:
  driver = plaintext
  public_name = PLAIN
  server_condition = \${if and{{eq{$auth2}{millrace}}{eq{$auth3}{secret}}}}
  server_advertise_condition = \${if def:tls_in_cipher}

begin routers
all:
  driver = accept
  transport = file

begin transports
file:
  driver = appendfile
  file = ${dir}/mail/all
  envelope_to_add = true
  user = ${mailId}
  group = ${mailId}
`;
}
