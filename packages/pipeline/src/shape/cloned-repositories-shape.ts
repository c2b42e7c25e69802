import { anyText, type JsonSchema, mapOf } from './json-schema.ts';

export const maxClonedRepositories = 20;

/** A repository of the same forge, or an address that git can read without the credentials of another protocol. */
export const repositoryPattern =
  /^(?:https:\/\/[^\s/@]+\/\S+|(?!.*\.\.)[\w.$-][\w.${}-]*(?:\/[\w.${}-]+)+)$/;

/** A branch, a tag or a commit, or nothing. What git refuses in names is refused here too, so that none is an option or a refspec. */
export const clonedRefPattern = /^(?![-+/])(?!.*(?:\.\.|\/\/|@\{))[^\s~^:?*[\\]{0,255}$/;

/** A folder in the clone folder, and not in that of git; or nothing. */
export const clonedPathPattern =
  /^(?:(?!\/)(?!(?:.*\/)?(?:\.\.|\.[gG][iI][tT])(?:\/|$))(?![./]*$)[^\\\r\n]{1,1000})?$/;

export const clonedRepositoryShape = mapOf('A further repository', {
  repository: {
    description: 'NAMESPACE/NAME of a repository of the same server, or an address with https://',
    type: 'string',
    pattern: repositoryPattern.source,
  },
  ref: {
    description: 'Branch, tag or commit; the default branch if it is absent',
    ...anyText,
    minimum: 0,
    pattern: clonedRefPattern.source,
  },
  path: {
    description: 'Folder in the clone folder; the name of the repository if it is absent',
    ...anyText,
    pattern: clonedPathPattern.source,
  },
});

const entry: JsonSchema = {
  anyOf: [
    { type: 'string', pattern: repositoryPattern.source },
    { ...clonedRepositoryShape, type: 'object', required: ['repository'] },
  ],
};

/** One repository, or a list of repositories. */
export const clonedRepositoriesSchema: JsonSchema = {
  description: 'Further repositories, each cloned into a folder of the clone folder',
  anyOf: [entry, { type: ['array', 'null'], items: entry, maxItems: maxClonedRepositories }],
};
