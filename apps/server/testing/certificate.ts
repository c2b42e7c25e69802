import { join } from 'node:path';
import { execa } from 'execa';

/** Creates `cert.pem`, for 127.0.0.1 and signed by itself, and `key.pem`. */
export async function createCertificate(dir: string): Promise<void> {
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', join(dir, 'key.pem'), '-out', join(dir, 'cert.pem')];
  const kind = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1'];
  await execa('openssl', ['req', ...kind, ...names, ...files]);
}
