import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '@millrace/test-support/free-port';
import { execa } from 'execa';
import { createCertificate } from './certificate.ts';
import { type ProgramOnPort, programOnPort } from './program-on-port.ts';

const slapd = '/usr/sbin/slapd';
/** Reason to skip the tests that need OpenLDAP; undefined if it is installed. */
export const missingLdap = existsSync(slapd) ? undefined : 'slapd is not installed';

export const ldapService = { dn: 'cn=service,dc=example,dc=com', password: 'service password' };

/** An OpenLDAP directory with `dc=example,dc=com`, in its own folder. */
export interface LdapTestServer extends ProgramOnPort {
  url: string;
  /** The same with encryption from the start. */
  secureUrl: string;
  /** Certificate for 127.0.0.1, which signed itself. */
  caFile: string;
  /** Runs `ldapmodify` as the service account. */
  modify(ldif: string): Promise<void>;
  remove(): Promise<void>;
}

/** Starts a directory with these entries, in the LDIF format. */
export async function startLdapServer(entries: string): Promise<LdapTestServer> {
  const dir = await mkdtemp(join(tmpdir(), 'millrace-ldap-'));
  const port = await findFreePort();
  const caFile = join(dir, 'cert.pem');
  const conf = join(dir, 'slapd.conf');
  const url = `ldap://127.0.0.1:${port}`;
  const secureUrl = `ldaps://127.0.0.1:${await findFreePort()}`;
  await mkdir(join(dir, 'db'));
  await createCertificate(dir);
  await writeFile(conf, configOf(dir));
  await writeFile(join(dir, 'start.ldif'), `${rootEntry}\n${entries}`);
  await execa('slapadd', ['-f', conf, '-l', join(dir, 'start.ldif')]);
  const args = ['-f', conf, '-h', `${url} ${secureUrl}`, '-d', '0'];
  const program = programOnPort(slapd, args, port);
  const server: LdapTestServer = {
    url,
    secureUrl,
    caFile,
    modify: async (ldif) => {
      const args = ['-H', url, '-x', '-D', ldapService.dn, '-w', ldapService.password];
      await execa('ldapmodify', args, { input: ldif });
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

function configOf(dir: string): string {
  return `modulepath /usr/lib/ldap
moduleload back_mdb
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
pidfile ${dir}/slapd.pid
TLSCertificateFile ${dir}/cert.pem
TLSCertificateKeyFile ${dir}/key.pem
allow bind_anon_cred
database mdb
suffix "dc=example,dc=com"
rootdn "${ldapService.dn}"
rootpw "${ldapService.password}"
directory ${dir}/db
`;
}

const rootEntry = `dn: dc=example,dc=com
objectClass: dcObject
objectClass: organization
dc: example
o: Example
`;
