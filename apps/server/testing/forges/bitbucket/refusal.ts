import { Refusal } from '../fake/refusal.ts';

export function refusal(status: number, message: string): Refusal {
  return new Refusal(status, { type: 'error', error: { message } });
}
