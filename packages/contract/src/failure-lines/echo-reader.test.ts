import { expect, it } from 'vitest';
import { EchoReader } from './echo-reader.ts';

it.each([
  ['one line', ['+ make', 'error: no'], [true, false]],
  [
    'a quote with several lines',
    ["+ printf '<a>", 'error: in the text', "</a>'", 'out'],
    [1, 1, 1, 0],
  ],
  ['both quotes', [`+ echo "it's"`, 'out'], [1, 0]],
  ['an escaped quote', ['+ echo "a \\" b', 'c"', 'out'], [1, 1, 0]],
  ['a document', ['+ cat > a <<EOF', 'error: x', 'EOF', 'out'], [1, 1, 1, 0]],
  ['an indented document', ["+ cat <<-'END'", '\terror: x', '\tEND', 'out'], [1, 1, 1, 0]],
  ['two documents', ['+ cat <<A <<B', 'a', 'A', 'b', 'B', 'out'], [1, 1, 1, 1, 1, 0]],
  ['a here-string', ['+ cat <<< word', 'out'], [1, 0]],
  ['a comment with an apostrophe', ["+ make # it's slow", 'error: no'], [1, 0]],
  ['an unclosed quote before the next command', ["+ echo 'open", '+ make', 'out'], [1, 1, 0]],
])('%s', (_, lines, expected) => {
  const reader = new EchoReader();
  expect(lines.map((line) => reader.isEcho(line))).toEqual(expected.map(Boolean));
});

it('ignores a quote that is never closed', () => {
  const reader = new EchoReader();
  reader.isEcho("+ echo 'open");
  const lines = Array.from({ length: 101 }, () => reader.isEcho('out'));
  expect(lines.at(-1)).toBe(false);
});
