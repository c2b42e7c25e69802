import type { Position } from '../errors.ts';

export type BinaryOperator =
  | ('+' | '-' | '*' | '/' | '//' | '%' | '|' | '^' | '&' | '<<' | '>>')
  | ('==' | '!=' | '<' | '>' | '<=' | '>=' | 'in' | 'not in');
export type UnaryOperator = '-' | '+' | '~' | 'not';
export type LogicalOperator = 'and' | 'or';

interface Node<Kind extends string> extends Position {
  readonly kind: Kind;
}

/** `hops` functions outwards, then place `slot`; -1 hops: a name the language or the host gives. */
export interface Name extends Node<'name'> {
  readonly name: string;
  hops: number;
  slot: number;
}

interface Literal extends Node<'literal'> {
  readonly value: string | bigint | number;
}

interface Sequence extends Node<'list' | 'tuple'> {
  readonly items: readonly Expression[];
}

export interface DictEntry {
  readonly key: Expression;
  readonly value: Expression;
}

export interface DictDisplay extends Node<'dict'> {
  readonly entries: readonly DictEntry[];
}

export type Clause =
  | { readonly kind: 'for'; readonly target: Expression; readonly iterable: Expression }
  | { readonly kind: 'if'; readonly test: Expression };

export interface Comprehension extends Node<'comprehension'> {
  /** Given for dicts. */
  readonly key: Expression | undefined;
  readonly value: Expression;
  readonly clauses: readonly Clause[];
}

interface Unary extends Node<'unary'> {
  readonly operator: UnaryOperator;
  readonly operand: Expression;
}

export interface Binary extends Node<'binary'> {
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

export interface Logical extends Node<'logical'> {
  readonly operator: LogicalOperator;
  readonly operands: readonly Expression[];
}

interface Conditional extends Node<'conditional'> {
  readonly test: Expression;
  readonly value: Expression;
  readonly otherwise: Expression;
}

export type Argument =
  | { readonly kind: 'positional' | 'star' | 'starstar'; readonly value: Expression }
  | { readonly kind: 'named'; readonly name: string; readonly value: Expression };

export interface Call extends Node<'call'> {
  readonly callee: Expression;
  readonly args: readonly Argument[];
}

interface Attribute extends Node<'attribute'> {
  readonly object: Expression;
  readonly name: string;
}

interface Index extends Node<'index'> {
  readonly object: Expression;
  readonly index: Expression;
}

export interface Slice extends Node<'slice'> {
  readonly object: Expression;
  readonly start: Expression | undefined;
  readonly stop: Expression | undefined;
  readonly step: Expression | undefined;
}

interface Lambda extends Node<'lambda'> {
  readonly definition: FunctionDefinition;
}

export type Expression =
  | (Name | Literal | Sequence | DictDisplay | Comprehension | Unary | Binary | Logical)
  | (Conditional | Call | Attribute | Index | Slice | Lambda);

export interface Parameter extends Position {
  /** `rest` is `*args` or, without a name, the bare `*`. */
  readonly kind: 'plain' | 'keyword-only' | 'rest' | 'keyword-rest';
  readonly name: string;
  readonly fallback: Expression | undefined;
}

/** Named parameters take the first slots, in their order. */
export interface FunctionDefinition extends Position {
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly body: readonly Statement[];
  slotCount: number;
}

export interface If extends Node<'if'> {
  readonly branches: readonly { readonly test: Expression; readonly body: readonly Statement[] }[];
  readonly otherwise: readonly Statement[];
}

export interface For extends Node<'for'> {
  readonly target: Expression;
  readonly iterable: Expression;
  readonly body: readonly Statement[];
}

export interface Def extends Node<'def'> {
  readonly target: Name;
  readonly definition: FunctionDefinition;
}

interface Assign extends Node<'assign'> {
  readonly target: Expression;
  readonly value: Expression;
}

export interface AugmentedAssign extends Node<'augmented-assign'> {
  readonly operator: BinaryOperator;
  readonly target: Expression;
  readonly value: Expression;
}

interface Return extends Node<'return'> {
  readonly value: Expression | undefined;
}

export interface Load extends Node<'load'> {
  readonly label: string;
  readonly bindings: readonly { readonly target: Name; readonly exported: string }[];
}

interface ExpressionStatement extends Node<'expression'> {
  readonly value: Expression;
}

interface Jump extends Node<'break' | 'continue' | 'pass'> {}

export type Statement =
  | (If | For | Def | Assign | AugmentedAssign | Return | Load | ExpressionStatement)
  | Jump;
