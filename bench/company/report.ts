import { print } from '../support/statistics.ts';

/** Findings that fail the run. */
export const unexpected: string[] = [];

export function section(title: string): void {
  print(`\n${title}`);
}

/** Prints a row of the table. */
export function row(what: string, value: string): void {
  print(`  ${what.padEnd(64)} ${value}`);
}

export function rowMs(what: string, ms: number): void {
  row(what, `${ms.toFixed(0).padStart(6)} ms`);
}

/** Compares the status of a call with the expected one. */
export function expectStatus(what: string, status: number, expected: number): void {
  if (status !== expected) report(`${what}: answered ${status}, expected ${expected}`);
}

export function report(problem: string): void {
  unexpected.push(problem);
  print(`  UNEXPECTED ${problem}`);
}
