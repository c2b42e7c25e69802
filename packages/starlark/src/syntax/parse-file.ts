import { parseStatement } from './parse-statement.ts';
import { scan } from './scanner.ts';
import type { SourceText } from './source-text.ts';
import type { Statement } from './syntax-tree.ts';
import { TokenStream } from './token-stream.ts';

export function parseFile(source: SourceText): readonly Statement[] {
  const tokens = new TokenStream(source, scan(source));
  const statements: Statement[] = [];
  while (tokens.current.kind !== 'end') {
    for (const statement of parseStatement(tokens)) statements.push(statement);
  }
  return statements;
}
