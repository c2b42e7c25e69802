import type { Budget } from './budget.ts';
import { functions } from './functions.ts';
import type { Operand, Pipe } from './syntax.ts';
import { TemplateError } from './template-error.ts';
import { fieldOf, type Value } from './values.ts';

/** The variables of a block; those of the blocks around it can be seen and changed. */
export class Scope {
  private readonly own = new Map<string, Value>();
  private readonly outer: Scope | undefined;

  constructor(outer?: Scope) {
    this.outer = outer;
  }

  declare(name: string, value: Value): void {
    this.own.set(name, value);
  }

  assign(name: string, value: Value): boolean {
    if (!this.own.has(name)) return this.outer?.assign(name, value) ?? false;
    this.own.set(name, value);
    return true;
  }

  find(name: string): { value: Value } | undefined {
    return this.own.has(name) ? { value: this.own.get(name) } : this.outer?.find(name);
  }
}

export interface Place {
  dot: Value;
  scope: Scope;
  line: number;
  budget: Budget;
}

/** The value of a pipe; its variables are left to the caller. */
export function evaluatePipe(pipe: Pipe, place: Place): Value {
  let passed: [Value] | [] = [];
  for (const command of pipe.commands) passed = [evaluateCommand(command, passed, place)];
  return passed[0];
}

/** Sets the variables of a pipe that has one: `{{ $x := … }}`. */
export function setVariable(pipe: Pipe, value: Value, { scope, line }: Place): void {
  const [name] = pipe.variables;
  if (name === undefined) return;
  if (!pipe.assigns) scope.declare(name, value);
  else if (!scope.assign(name, value))
    throw new TemplateError(line, `there is no variable ${name}`);
}

function evaluateCommand(command: Operand[], passed: Value[], place: Place): Value {
  const [first, ...rest] = command;
  if (first?.kind === 'function') {
    const values = [...rest.map((operand) => evaluateOperand(operand, place)), ...passed];
    return call(first.name, values, place);
  }
  if (!first || rest.length > 0 || passed.length > 0) {
    throw new TemplateError(place.line, 'only a function takes values; this is none');
  }
  return evaluateOperand(first, place);
}

function evaluateOperand(operand: Operand, place: Place): Value {
  if (operand.kind === 'value') return operand.value;
  if (operand.kind === 'function') return call(operand.name, [], place);
  return operand.path.reduce(fieldOf, evaluateBase(operand.base, place));
}

function evaluateBase(base: Extract<Operand, { kind: 'field' }>['base'], place: Place): Value {
  const { dot, scope, line } = place;
  if (base === 'dot') return dot;
  if ('pipe' in base) return evaluatePipe(base.pipe, place);
  const found = scope.find(base.variable);
  if (!found) throw new TemplateError(line, `there is no variable ${base.variable}`);
  return found.value;
}

function call(name: string, values: Value[], { line, budget }: Place): Value {
  const called = functions.get(name);
  if (!called) throw new TemplateError(line, `there is no function "${name}"`);
  budget.spendOn(values, line);
  try {
    const value = called(...values);
    budget.spendOn([value], line);
    return value;
  } catch (error) {
    if (error instanceof TemplateError) throw error;
    throw new TemplateError(line, `${name}: ${error instanceof Error ? error.message : error}`);
  }
}
