export * from './convert-foreign-file.ts';
export { ForeignFileError } from './foreign-file-error.ts';
