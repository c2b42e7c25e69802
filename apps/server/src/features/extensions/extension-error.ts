import { ServiceError } from '@millrace/contract/api-errors';

/** Names of the kinds in messages. */
const extensionNames = {
  config: 'configuration',
  convert: 'conversion',
  validate: 'validation',
  admission: 'admission',
  env: 'environment',
  secret: 'secret',
  registry: 'registry',
  webhook: 'webhook',
} as const;

export type ExtensionKind = keyof typeof extensionNames;

/** An extension failed, or rejected a request. The message names the extension. */
export class ExtensionError extends ServiceError {
  /** Status and text of its response; undefined if there is none. */
  readonly answer: { status: number; reason: string } | undefined;

  constructor(message: string, answer?: { status: number; reason: string }) {
    super(message);
    this.name = 'ExtensionError';
    this.answer = answer;
  }
}

/** Returns how messages name an extension. The query of its address may contain a credential. */
export function nameExtension(kind: ExtensionKind, url: string): string {
  const { origin, pathname } = new URL(url);
  return `${extensionNames[kind]} extension ${origin}${pathname}`;
}
