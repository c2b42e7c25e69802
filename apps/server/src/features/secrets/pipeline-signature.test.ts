import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Sealer } from '../../shared/sealer.ts';
import { signPipeline, verifySignature } from './pipeline-signature.ts';

const sealer = new Sealer(randomBytes(32));
const file = 'kind: pipeline\nname: a\nsteps:\n  - name: x\n';
const sign = (text: string) => `kind: signature\nhmac: ${signPipeline(sealer, text)}\n`;
const signature = sign(file);

describe('a signature', () => {
  it.each([
    ['at the end', `${file}---\n${signature}`],
    ['at the start', `---\n${signature}---\n${file}`],
    ['with document ends and blank lines', `${file}\n\n---\n${signature}\n...\n`],
    ['as existing clients write it', `---\n${file}---\n${signature}\n...\n`],
    ['with other line endings', `${file}---\n${signature}`.replaceAll('\n', '\r\n')],
    ['recomputed for the signed file', `${file}---\n${sign(`${file}---\n${signature}`)}`],
  ])('is valid for %s', (_, text) => {
    expect(verifySignature(sealer, text)).toBe(true);
  });

  it('is valid with a byte order mark', () => {
    expect(verifySignature(sealer, `\uFEFF${file}---\n${signature}`)).toBe(true);
  });

  it('is valid with a comment beside a boundary, and if a client has removed it', () => {
    const hmac = sign(`--- # first\n${file}`);
    expect(verifySignature(sealer, `--- # first\n${file}---\n${hmac}`)).toBe(true);
    expect(verifySignature(sealer, `---\n${file}---\n${hmac}`)).toBe(true);
  });

  it.each([
    ['no signature', file],
    ['a change', `${file.replace('x', 'y')}---\n${signature}`],
    ['an added document', `${file}---\n${signature}---\nkind: pipeline\nname: evil\n`],
    [
      'a pipeline that poses as the signature',
      `${file}---\n${signature}name: evil\nkind: pipeline\n`,
    ],
    ['another order', `kind: secret\n---\n${file}---\n${signature}`],
    ['a first line that a parser reads as a comment', `--- #\u2028${file}---\n${signature}`],
    ['a document without a start marker', `---\u00A0${file}---\n${signature}`],
    ['another key', `---\n\u00A0${file}---\n${signature}`],
    [
      'a text below the hmac',
      `${file}---\n${signature}---\n${signature.trimEnd()}\u0085---\u0085{"kind":"pipeline"}\n`,
    ],
    ['a line that ends with CR only', `${file}---\r${signature}`],
    [
      'a signature that YAML reads as a string',
      `${file}---\n${signature.trim().replace('\n', ' ')}`,
    ],
    ['a wrong length', `${file}---\nkind: signature\nhmac: abc\n`],
  ])('is invalid for %s', (_, text) => {
    expect(verifySignature(sealer, text)).toBe(false);
  });

  it.each(['\u2028', '\u2029', '\u0085', '\r'])('is invalid with %j between documents', (end) => {
    const two = `${file}---\n${file}`;
    const joined = two.replace('\n---\n', `${end}---${end}`);
    expect(verifySignature(sealer, `${two}---\n${sign(two)}`)).toBe(true);
    expect(verifySignature(sealer, `${joined}---\n${sign(two)}`)).toBe(false);
  });

  it('is valid for its own repository only', () => {
    const other = sealer.derive('other');
    expect(verifySignature(other, `${file}---\n${signature}`)).toBe(false);
  });
});
