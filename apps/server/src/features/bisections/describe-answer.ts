import { truncateText } from '@millrace/node-kit/truncate-text';
import type { Bisection } from './bisection.ts';

const shortHashLength = 8;
const maxName = 200;

interface Answer {
  bisection: Pick<Bisection, 'stage' | 'step' | 'goodCommit' | 'confidence'>;
  /** Hashes of the commits that it found, oldest first. */
  found: readonly string[];
  runs: number;
  url: string;
}

/** Returns the text of a comment, in Markdown. */
export function describeAnswer({ bisection, found, runs, url }: Answer): string {
  const { stage, step, goodCommit, confidence } = bisection;
  const name = toCode(`${stage} › ${step}`);
  const certainty = `${(Math.floor(confidence * 1000) / 10).toFixed(1)} % certain after ${runs} runs`;
  const others = found.slice(0, -1).map((sha) => sha.slice(0, shortHashLength));
  const subject =
    others.length === 0
      ? `${name} fails since this commit`
      : `${name} fails since this commit or one of the ${others.length} before it, which cannot be built (${listSome(others)})`;
  return `${subject} (${certainty}). It passed before, at ${goodCommit.slice(0, shortHashLength)}.\n\n[Runs](${url})\n`;
}

/** Names are written by authors of the pipeline file. In code, they are neither links nor mentions of people. */
function toCode(name: string): string {
  const plain = name.replaceAll(/[`\p{Cc}]/gu, ' ').trim();
  return `\`${truncateText(plain, maxName)}\``;
}

const maxListed = 10;

function listSome(hashes: readonly string[]): string {
  const more = hashes.length - maxListed;
  const some = hashes.slice(0, maxListed).join(', ');
  return more > 0 ? `${some} and ${more} more` : some;
}
