import type { Terminal } from './kept-step.ts';
import type { OutputStore } from './output-store.ts';

const piecesPerRead = 200;

/** Returns the recorded output of a terminal as lines of the format asciicast 2. */
export async function* readRecording(
  output: OutputStore,
  { id, width, height, created }: Terminal,
): AsyncGenerator<string> {
  yield `${JSON.stringify({ version: 2, width, height, timestamp: created })}\n`;
  // A piece may end inside a character.
  const decoder = new TextDecoder();
  for (let at = 0; ; ) {
    const pieces = (await output.read(id, at, piecesPerRead)).filter(
      ({ position }) => position >= at,
    );
    for (const { timeMs, data } of pieces) {
      const text = decoder.decode(data, { stream: true });
      if (text) yield `${JSON.stringify([timeMs / 1000, 'o', text])}\n`;
    }
    const last = pieces.at(-1);
    if (!last) return;
    at = last.position + last.data.length;
  }
}
