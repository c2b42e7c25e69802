import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { storageScript, withStorage } from './report-page.ts';

async function insert(page: string | Buffer, pieceBytes = 7): Promise<string> {
  const bytes = Buffer.from(page);
  async function* pieces() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  }
  return (await buffer(withStorage(pieces()))).toString().replace(storageScript, '|');
}

const long = `<!-- ${'licence '.repeat(300)}-->`;
const hostile = '<!---->'.repeat(600);

it.each([
  ['<!doctype html><html>', '<!doctype html>|<html>'],
  ['\n<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN">\n<html>', undefined],
  [`<!-- a --> <!-- b -->\n<!doctype html><p>`, '<!-- a --> <!-- b -->\n<!doctype html>|<p>'],
  [`${long}<!doctype html><p>`, `${long}<!doctype html>|<p>`],
  ['<html><script>1</script>', '|<html><script>1</script>'],
  ['<p>before</p><!doctype html>', '|<p>before</p><!doctype html>'],
  ['<!-- not ended <!doctype html>', '|<!-- not ended <!doctype html>'],
  [hostile, `|${hostile}`],
  ['', '|'],
  ['\ufeff<!doctype html>ä', '\ufeff<!doctype html>|ä'],
  ['\ufeffä', '\ufeff|ä'],
])('inserts the script into %j', async (page, expected) => {
  const inserted = await insert(page);
  expect(inserted).toBe(expected ?? page.replace('EN">', 'EN">|'));
  expect(await insert(page, 100_000)).toBe(inserted);
});

it('leaves pages in UTF-16 alone', async () => {
  const page = Buffer.from('\ufeff<!doctype html>', 'utf16le');
  expect(await insert(page)).toBe(page.toString());
});
