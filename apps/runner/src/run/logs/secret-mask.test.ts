import { describe, expect, it } from 'vitest';
import { createSmallSecretMask } from './secret-mask.ts';

const base64 = (text: string) => Buffer.from(text).toString('base64');
const key = `-----BEGIN KEY-----\r\n${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC\r\n'.repeat(9)}fi\r\n`;

describe('a secret', () => {
  it.each([
    ['no secret', [], 'hello\n', 'hello\n'],
    ['every occurrence', ['pass'], 'pass and pass\n', '****** and ******\n'],
    ['the longest first', ['abc', 'abcdef'], 'abcdef abc\n', '****** ******\n'],
    ['overlapping secrets completely', ['abcd', 'cdef'], 'xabcdefx\n', 'x******x\n'],
    ['secrets that overlap themselves', ['aa', 'abab'], 'aaa ababab\n', '****** ******\n'],
    ['neighbours', ['ab', 'cd'], 'abcd', '************'],
    ['every line of a secret', ['first\r\nsecond\n'], 'a first b\n', 'a ****** b\n'],
    ['no short line of a secret', ['{\n "k": 1\n}\nfi\n'], '{ fi }\n', '{ fi }\n'],
    ['a short secret of one line', ['xy\n'], 'xy\n', '******\n'],
    ['patterns as text', ['a.*b$&'], 'a.*b$& axxb\n', '****** axxb\n'],
    ['nothing for an empty secret', ['', ' ', 'x'], 'x y\n', 'x y\n'],
    ['other scripts', ['größe水🚰'], '>größe水🚰<\n', '>******<\n'],
  ])('is masked: %s', (_, secrets, line, expected) => {
    expect(createSmallSecretMask(secrets)(line)).toBe(expected);
  });
});

describe('an encoded secret', () => {
  const secret = 'p/ä s+w"ö<r>\\d!';
  const mask = createSmallSecretMask([secret]);

  it.each([
    ['only its base64', base64(secret), '******'],
    ['base64 with a line break', base64(`${secret}\n`), '******K'],
    ['base64 of a name and the secret', base64(`user:${secret}`), 'dXNlcj******'],
    ['base64 at the second alignment', base64(`x${secret}x`), 'e******eA=='],
    ['base64 at the third alignment', base64(`xx${secret}x`), 'eH******g='],
    ['URL-safe base64', Buffer.from(secret).toString('base64url'), '******'],
    ['base64 in a URL', encodeURIComponent(base64(secret)), '******%3D'],
    ['a component of a URL', encodeURIComponent(secret), '******'],
    [
      'lower-case hex',
      encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
      '******',
    ],
    ['form encoding', new URLSearchParams({ '': secret }).toString().slice(1), '******'],
    ['JSON', JSON.stringify(secret), '"******"'],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ secret })), '"{\\"secret\\":\\"******\\"}"'],
    ['JSON as Go writes it', 'p/ä s+w\\"ö\\u003cr\\u003e\\\\d!', '******'],
    ['JSON as Python writes it', 'p/\\u00e4 s+w\\"\\u00f6<r>\\\\d!', '******'],
    ['JSON as PHP writes it', 'p\\/\\u00e4 s+w\\"\\u00f6<r>\\\\d!', '******'],
    ['JSON as .NET writes it', 'p/\\u00E4 s\\u002Bw\\u0022\\u00F6\\u003Cr\\u003E\\\\d!', '******'],
    ['base64 of its JSON', base64(JSON.stringify({ secret })), 'eyJzZWNyZXQiOi******In0='],
  ])('is masked: %s', (_, text, expected) => {
    expect(mask(`before ${text} after\n`)).toBe(`before ${expected} after\n`);
  });

  it.each([
    ['bash, traced', `a 'b"c$d`, `+ X='a '\\''b"c$d'`, "+ X='******'"],
    ['dash, traced', "Pa''s", `+ echo 'Pa'"''"'s'`, "+ echo '******'"],
    ['Python and dash', "Pa's", `'Pa'"'"'s'`, "'******'"],
    ['printf %q', `Pa's w$(d)`, `Pa\\'s\\ w\\$\\(d\\)`, '******'],
    ['printf %q, a tilde', 'a=~b:~c', 'a=\\~b:\\~c', '******'],
    ['printf %q, a tilde at the beginning', '~ab#', '\\~ab#', '******'],
    ['printf %q, a comment character', '#ab#', '\\#ab#', '******'],
    ['printf %q, control characters', 'p\u0007\u001b\u0001w', "$'p\\a\\E\\001w'", "$'******'"],
    ['a library that escapes every special character', 'a~b=c%', 'a\\~b\\=c\\%', '******'],
    ['double quotes', 'a"b$c`d\\e', '"a\\"b\\$c\\`d\\\\e"', '"******"'],
    ['ANSI quotes', "pä's", "$'p\\303\\244\\'s'", "$'******'"],
    ['SQL and YAML', "Pa's", "'Pa''s'", "'******'"],
    ['a value without its quotes', '"hidden"', 'hidden', '******'],
    ['the first section of PowerShell', 'first1&second2', 'first1&', '******'],
    ['the second section of PowerShell', 'first1&+second2', 'econd2', '******'],
    ['hex', 'Pass', '50617373', '******'],
    ['upper-case hex', 'Pökw', '50C3B66B77', '******'],
    ['hex with colons', 'Pass', '50:61:73:73', '******'],
    ['a dump', 'Pass', '0000 50 61 73 73 0a', '0000 ****** 0a'],
    ['hex in a string', 'Pass', '\\x50\\x61\\x73\\x73', '******'],
    ['XML', `a<b>&"c'`, '<x y="a&lt;b&gt;&amp;&quot;c&apos;"/>', '<x y="******"/>'],
    ['HTML', `a<b>&"c'`, 'a&lt;b&gt;&amp;&quot;c&#39;', '******'],
    ['HTML as Go writes it', `a"b'c`, 'a&#34;b&#39;c', '******'],
  ])('is masked: %s', (_, value, line, expected) => {
    expect(createSmallSecretMask([value])(`${line}\n`)).toBe(`${expected}\n`);
  });

  it.each([
    ['colours', 'hid\u001b[01;31m\u001b[Kde\u001b[m\u001b[Kn!', '******!'],
    ['a title', 'hid\u001b]0;title\u0007den', '******'],
    ['a link', 'hi\u001b]8;;http://a/\u001b\\dd\u001b]8;;\u001b\\en', '******'],
    ['an incomplete code', 'hid\u001b', 'hid\u001b'],
    ['a code before and after', '\u001b[1mhidden\u001b[m', '\u001b[1m******\u001b[m'],
    ['the secret within a title', '\u001b]0;hidden\u0007', '\u001b]0;******\u0007'],
    ['its base64', 'aGlk\u001b[mZGVu', '******'],
  ])('is masked with escape codes: %s', (_, line, expected) => {
    expect(createSmallSecretMask(['hidden'])(line)).toBe(expected);
  });

  it('that contains escape codes is masked without them too', () => {
    expect(createSmallSecretMask(['a\u001b[1mbc'])('abc a\u001b[1mbc\n')).toBe('****** ******\n');
  });

  it('is masked with the digits that encode some of its bits, and the padding', () => {
    const header = createSmallSecretMask(['hunter22']);
    expect(header(`Basic ${base64('hunter22')}\n`)).toBe('Basic ******\n');
    expect(header(`Basic ${base64('me:hunter22')} x\n`)).toBe('Basic bWU6****** x\n');
    expect(header(`Basic ${base64('i:hunter22')} x\n`)).toBe('Basic aT****** x\n');
  });

  it.each([76, 64])('of several lines is masked if its base64 is wrapped at %i', (width) => {
    const rows = base64(key).match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
    const mask = createSmallSecretMask([key]);
    const masked = rows.map((row) => mask(row));
    expect(rows.length).toBeGreaterThan(5);
    expect(masked.slice(0, -1)).toEqual(rows.slice(0, -1).map(() => '******'));
    expect(masked.at(-1)).toMatch(/^\*{6}.{0,3}=*$/);
  });

  it('of three characters or less is not masked', () => {
    expect(createSmallSecretMask(['abc'])(`${base64('abc')} YWJj\n`)).toBe(
      `${base64('abc')} YWJj\n`,
    );
  });
});

describe('a secret of several lines', () => {
  const short = 'ab\r\n"c"\nd\'e\\\nfi';
  const unix = short.replaceAll('\r\n', '\n');

  it.each([
    ['JSON', JSON.stringify(short), '"******"'],
    ['JSON, with line breaks of its own', JSON.stringify(unix), '"******"'],
    ['JSON in JSON', JSON.stringify(JSON.stringify({ unix })), '"{\\"unix\\":\\"******\\"}"'],
    ['printf %q', `$'ab\\n"c"\\nd\\'e\\\\\\nfi'`, "$'******'"],
    ['a URL', encodeURIComponent(unix), '******'],
    ['hex', Buffer.from(short).toString('hex'), '******'],
  ])('is masked with escaped line breaks: %s', (_, text, expected) => {
    expect(createSmallSecretMask([`${short}\n`])(`before ${text} after\n`)).toBe(
      `before ${expected} after\n`,
    );
  });
});

describe('a secret in UTF-16', () => {
  const littleEndian = (text: string) => Buffer.from(text, 'utf16le');
  const bigEndian = (text: string) => littleEndian(text).swap16();

  it.each([
    ['s3cret', (text: string) => text],
    ['pässwörd水🚰', (text: string) => text],
    ['p"ä<ss', (text: string) => JSON.stringify(text)],
    ['p/ss+w', base64],
    ['p/ss+w', encodeURIComponent],
  ])('is masked: %s', (secret, write) => {
    const mask = createSmallSecretMask([secret]);
    for (const encode of [littleEndian, bigEndian]) {
      const line = encode(`> ${write(secret)} <\n`).toString();
      const rest = mask(line).replaceAll(/\0/g, '');
      expect(rest.replaceAll('"', '').replaceAll('=', '')).toBe('> ****** <\n');
    }
  });

  it('is masked in base64 of UTF-16', () => {
    const encoded = littleEndian('echo s3cret\n').toString('base64');
    const masked = createSmallSecretMask(['s3cret'])(`pwsh -EncodedCommand ${encoded}\n`);
    expect(masked).toBe('pwsh -EncodedCommand ZQBjAGgAbwAgA******oA\n');
  });

  it('leaves unrelated bytes unchanged', () => {
    const line = '\0\ufffd\0\ufffd\0\n';
    expect(createSmallSecretMask(['äöü'])(line)).toBe(line);
  });
});

describe('a truncated line', () => {
  it('is masked at its end, where a secret could begin', () => {
    const mask = createSmallSecretMask(['0123456789']);
    const masked = mask(`${'x'.repeat(100)} 01234567`, { isCut: true });
    expect(masked).toMatch(/^x+\*{6}$/);
  });

  it('is masked at its end even if escape codes lengthen it', () => {
    const mask = createSmallSecretMask(['0123456789']);
    const codes = '\u001b[31m'.repeat(40);
    expect(mask(`${'x'.repeat(100)} 0123${codes}4567`, { isCut: true })).toMatch(/^x+\*{6}$/);
  });

  it('is not masked at its end if there are no secrets', () => {
    expect(createSmallSecretMask([])('all of it', { isCut: true })).toBe('all of it');
  });
});

describe('hostile texts and secrets', () => {
  const size = 2_000_000;
  const repeated = (piece: string) => piece.repeat(Math.ceil(size / piece.length));

  it.each([
    ['colours in secrets', ['hunter22'], [...'hunter22'].join('\u001b[31m'), '******'],
    ['one letter', [`${'a'.repeat(10_000)}b`], 'a', 'a'],
    ['secrets of different lengths', ['a'.repeat(9), 'a'.repeat(700)], 'a', undefined],
    ['unterminated codes', ['hunter22'], '\u001b[0;', '\u001b[0;'],
  ])('are masked in one pass: %s', (_, secrets, piece, expected) => {
    const masked = createSmallSecretMask(secrets)(repeated(piece));
    expect(masked).toBe(
      expected === undefined ? '******' : repeated(piece).replaceAll(piece, () => expected),
    );
  });

  it('are masked in thousands of similar lines', () => {
    const lines = Array.from({ length: 2000 }, (_, at) => `prefix-of-l${at}`.padEnd(15, '.'));
    const mask = createSmallSecretMask([lines.join('\n')]);
    expect(mask(lines.join(' '))).toBe(lines.map(() => '******').join(' '));
    expect(mask('prefix-of-l-no')).toBe('prefix-of-l-no');
  });
});
