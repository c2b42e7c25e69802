import type { Data } from '@millrace/contract/pipeline';

/** A part of a parsed template. */
export type Node =
  | { kind: 'text'; text: string }
  | { kind: 'output'; pipe: Pipe; line: number }
  | { kind: 'branch'; branches: Branch[]; otherwise: Node[]; line: number }
  | { kind: 'with'; pipe: Pipe; body: Node[]; otherwise: Node[]; line: number }
  | { kind: 'range'; pipe: Pipe; body: Node[]; otherwise: Node[]; line: number };

interface Branch {
  pipe: Pipe;
  body: Node[];
}

/** `$a, $b := first | second`: each command's value is the last argument of the next. */
export interface Pipe {
  variables: string[];
  /** True for `=`, which changes a variable that is there. */
  assigns: boolean;
  commands: Operand[][];
}

export type Operand =
  | { kind: 'value'; value: Data }
  | { kind: 'function'; name: string }
  /** `.a.b`, `$x.a`, `(pipe).a`; without a base it starts at the dot. */
  | { kind: 'field'; base: 'dot' | { variable: string } | { pipe: Pipe }; path: string[] };
