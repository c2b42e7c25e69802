import { StartError } from '@millrace/node-kit/start-error';

/** A change that no server can make. */
export class InvalidChange extends StartError {}
