import { type Plugin, parseAst } from 'vite';

/** Functions that declare endpoints. */
const declarations = new Set(['defineEndpoint', 'defineOwnedCall']);
/** Fields of an endpoint that the interface uses. The others describe it to the server, which validates. */
const needed = new Set(['method', 'path', 'things', 'item']);

interface Cut {
  start: number;
  end: number;
  /** Replacement. */
  text: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  name?: string;
  callee?: Node;
  object?: Node;
  id?: Node;
  init?: Node | null;
  body?: Node;
  arguments?: Node[];
  properties?: (Node & { key?: Node })[];
}

/** Leaves in the interface what it calls endpoints by, and none of the schemas, by which the server checks. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /packages\/contract\/src\/api\/.*\.ts$/ },
      handler(code) {
        const kept: string[] = [];
        let from = 0;
        for (const { start, end, text } of findCuts(parseAst(code), new Set(['z']))) {
          kept.push(code.slice(from, start), text);
          from = text === '' && code[end] === ',' ? end + 1 : end;
        }
        return { code: withoutUnusedImports(kept.join('') + code.slice(from)), map: null };
      },
    },
  };
}

/** In their order. What makes schemas is `z`, and whatever was made by it. */
function findCuts(value: unknown, makers: Set<string>): Cut[] {
  if (Array.isArray(value)) return value.flatMap((each) => findCuts(each, makers));
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  const { id, init } = node;
  if (id?.name && init && makers.has(rootOf(init.body ?? init))) makers.add(id.name);
  if (node.type === 'CallExpression') {
    const { start, end } = node;
    if (makers.has(rootOf(node))) return [{ start, end, text: 'undefined' }];
    if (declarations.has(node.callee?.name ?? '')) {
      const properties = node.arguments?.[0]?.properties ?? [];
      return properties.flatMap((property) =>
        needed.has(property.key?.name ?? '')
          ? []
          : [{ start: property.start, end: property.end, text: '' }],
      );
    }
  }
  return Object.values(node).flatMap((each) => findCuts(each, makers));
}

/** The name that a chain of calls begins with. */
function rootOf({ name = '', callee, object }: Node): string {
  const inner = callee ?? object;
  return inner ? rootOf(inner) : name;
}

/** Comments and texts. */
const notCode = /\/\*[\s\S]*?\*\/|\/\/.*|"(?:[^"\\\n]|\\.)*"/g;

/** Files that only schemas needed would otherwise belong to the first page, with all their calls. */
function withoutUnusedImports(code: string): string {
  const imports = /^import\s*\{([^}]*)\}\s*from\s*["']\.\/[^"']*["'];?\n?/gm;
  const rest = code.replace(imports, '').replace(notCode, '');
  return code.replace(imports, (line, names: string) => {
    const used = names.split(',').map((name) =>
      name
        .trim()
        .split(/\s+as\s+/)
        .at(-1),
    );
    return used.some((name) => name && new RegExp(`\\b${name}\\b`).test(rest)) ? line : '';
  });
}
