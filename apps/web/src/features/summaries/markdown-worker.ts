import type { Root } from 'hast';
import { parseMarkdown } from './parse-markdown.ts';

/** The part of a worker's global scope that this file uses. */
interface WorkerScope {
  postMessage(tree: Root | null): void;
  addEventListener(type: 'message', listener: (event: MessageEvent<string>) => void): void;
}

const scope = globalThis as unknown as WorkerScope;
scope.addEventListener('message', ({ data }) => scope.postMessage(parseMarkdown(data)));
