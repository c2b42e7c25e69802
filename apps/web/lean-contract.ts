import { type Plugin, parseAst } from 'vite';

/** What a caller needs of an endpoint: the rest describes it to the server, which checks. */
const needed = new Set(['method', 'path']);

interface Node {
  type: string;
  start: number;
  end: number;
}

/** Leaves of the contract's endpoints in the interface what it calls them by, and none of their schemas. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /packages\/contract\/src\/api\/.*\.ts$/, code: 'defineEndpoint(' },
      handler(code) {
        const left: string[] = [];
        let from = 0;
        for (const { start, end } of findUnneeded(parseAst(code) as unknown as Node)) {
          left.push(code.slice(from, start));
          from = code[end] === ',' ? end + 1 : end;
        }
        return { code: left.join('') + code.slice(from), map: null };
      },
    },
  };
}

/** The properties of `defineEndpoint({…})` that are not needed, in their order. */
function findUnneeded(node: unknown): Node[] {
  if (Array.isArray(node)) return node.flatMap(findUnneeded);
  if (typeof node !== 'object' || node === null) return [];
  const call = node as {
    type?: string;
    callee?: { name?: string };
    arguments?: { properties?: (Node & { key?: { name?: string } })[] }[];
  };
  if (call.type === 'CallExpression' && call.callee?.name === 'defineEndpoint') {
    const properties = call.arguments?.[0]?.properties ?? [];
    return properties.filter(({ key }) => !needed.has(key?.name ?? ''));
  }
  return Object.values(node).flatMap(findUnneeded);
}
