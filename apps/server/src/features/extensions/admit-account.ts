import { forbidden } from '@millrace/contract/api-errors';
import { z } from 'zod/mini';
import type { Applicant } from '../../domain/applicant.ts';
import type { Extension } from './extension.ts';
import { ExtensionError } from './extension-error.ts';
import { toUserMessage } from './user-message.ts';

export const admissionProtocol = 'application/vnd.drone.admission.v1+json';

const answer = z.nullable(z.object({ admin: z.optional(z.boolean()) }));
const refusalStatus = 403;

/**
 * Asks every extension whether a person may sign in or register. Returns whether the account becomes a system
 * admin; undefined if no extension says so. Later extensions see the decision of earlier ones.
 *
 * @throws AppError (403) with the reason if an extension refuses the person
 * @throws ExtensionError if an extension fails
 */
export async function admitAccount(
  extensions: readonly Extension[],
  applicant: Applicant,
): Promise<boolean | undefined> {
  const event = applicant.id === 0 ? 'register' : 'login';
  let decided: boolean | undefined;
  for (const extension of extensions) {
    const admin = decided ?? applicant.admin;
    const message = { event, user: toUserMessage({ ...applicant, admin }) };
    const answered = await ask(extension, message);
    decided = answered?.admin ?? decided;
  }
  return decided;
}

async function ask(extension: Extension, message: object) {
  try {
    return await extension.ask(message, answer);
  } catch (error) {
    const refusal = error instanceof ExtensionError ? error.answer : undefined;
    if (refusal?.status !== refusalStatus) throw error;
    throw forbidden(refusal.reason || 'This server does not admit the account');
  }
}
