import {
  getBuild,
  getBuildAnswer,
  getLogs,
  type LogSearch,
  listBuilds,
  restartBuild,
  searchLogs,
} from '@millrace/contract/api';
import { joinLines } from '@millrace/contract/log-lines';
import { readTerminalText } from '@millrace/contract/terminal-text';
import { StartError } from '@millrace/node-kit/start-error';
import { version } from '@millrace/node-kit/version';
import { suggestName } from '@millrace/pipeline/nearest-name';
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { callServer } from '../../command-line/call-server.ts';
import { readSlug } from '../../command-line/read-slug.ts';
import { fitJson, formatLines, maxCharacters } from './limit-output.ts';
import { shortenBuild } from './shorten-build.ts';

interface Options {
  server: string;
  /** Repository of calls that name none. */
  repo: string | undefined;
  isReadOnly: boolean;
}

/** Maximum number of lines of a log in one answer. */
const maxLines = 500;
const pageSize = 20;

const repo = z
  .string()
  .optional()
  .describe('Repository as NAMESPACE/NAME. By default that of the current folder.');
const build = z.int().positive().describe('Number of the build.');
const number = (of: string) => z.int().positive().describe(`Number of the ${of}, from 1.`);

/** Returns the schema of a tool's arguments. A misspelled one is rejected, because a tool without it does more than was asked. */
function argumentsOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject(shape, {
    error: ({ code, keys }) => {
      const [name] = code === 'unrecognized_keys' ? (keys as string[]) : [];
      if (name === undefined) return undefined;
      return `Unknown argument "${name}"${suggestName(name, Object.keys(shape))}`;
    },
  });
}

/** Creates a server of the protocol. Its tools call the API with the rights of the token. */
export function createMcpServer({ server, repo: usual, isReadOnly }: Options): McpServer {
  const mcp = new McpServer({ name: 'millrace', version: version.version });
  const paramsOf = (given: { repo?: string | undefined }) => readSlug(given.repo ?? usual);
  const reading = { annotations: { readOnlyHint: true } };

  mcp.registerTool(
    'why',
    {
      ...reading,
      description:
        'Why a build failed: failed steps with the first error and the lines around it, since when, whether the failure was seen before, new failing tests, commits since the last success, and what to run again.',
      inputSchema: argumentsOf({ repo, build }),
    },
    (given, { mcpReq }) =>
      answer(async () => {
        const params = { ...(await paramsOf(given)), build: given.build };
        return JSON.stringify(await callServer(server, getBuildAnswer, { params }, mcpReq.signal));
      }),
  );

  mcp.registerTool(
    'list_builds',
    {
      ...reading,
      description: 'Builds of a repository, newest first. All given filters must match.',
      inputSchema: argumentsOf({
        repo,
        branch: z.string().optional(),
        status: z
          .string()
          .optional()
          .describe('success, failure, error, killed, running, pending …'),
        event: z.string().optional().describe('push, pull_request, tag, promote, cron, custom …'),
        words: z
          .string()
          .optional()
          .describe('Beginnings of words of the commit message, or of its hash.'),
        failure: z
          .string()
          .optional()
          .describe('Beginnings of words in the error lines of failed steps.'),
        page: z.int().positive().optional(),
      }),
    },
    (given, { mcpReq }) =>
      answer(async () => {
        const { branch, status, event, words: q, failure, page } = given;
        const builds = await callServer(
          server,
          listBuilds,
          {
            params: await paramsOf(given),
            query: {
              branch,
              status,
              event,
              q,
              failure,
              page: page === undefined ? undefined : String(page),
              per_page: String(pageSize),
            },
          },
          mcpReq.signal,
        );
        return fitJson(() => builds.map((each) => shortenBuild(each)));
      }),
  );

  mcp.registerTool(
    'get_build',
    {
      ...reading,
      description: 'A build with its stages and steps, and their numbers.',
      inputSchema: argumentsOf({ repo, build }),
    },
    (given, { mcpReq }) =>
      answer(async () => {
        const params = { ...(await paramsOf(given)), build: given.build };
        const found = await callServer(server, getBuild, { params }, mcpReq.signal);
        return fitJson(
          () => shortenBuild(found),
          () => shortenBuild(found, 'steps of failed stages'),
          () => shortenBuild(found, 'failed stages'),
        );
      }),
  );

  mcp.registerTool(
    'read_log',
    {
      ...reading,
      description: `Lines of the log of a step, each with its number, at most ${maxLines} and ${maxCharacters} characters. Without from, the last ones.`,
      inputSchema: argumentsOf({
        repo,
        build,
        stage: number('stage'),
        step: number('step'),
        from: z.int().min(0).optional().describe('Number of the first line, from 0.'),
        count: z.int().min(1).max(maxLines).optional().describe('Number of lines, by default 100.'),
      }),
    },
    (given, { mcpReq }) =>
      answer(async () => {
        const { from, count = 100, stage, step } = given;
        const entries = await callServer(
          server,
          getLogs,
          {
            params: { ...(await paramsOf(given)), build: given.build, stage, step },
            query:
              from === undefined
                ? { from: `-${count}` }
                : { from: String(from), to: String(from + count) },
          },
          mcpReq.signal,
        );
        const lines = joinLines(entries).map(({ pos, out }) => ({
          pos,
          text: readTerminalText(out),
        }));
        return formatLines(lines, from === undefined);
      }),
  );

  mcp.registerTool(
    'search_logs',
    {
      ...reading,
      description: 'Finds a text in the logs of all steps of a build.',
      inputSchema: argumentsOf({
        repo,
        build,
        text: z.string().min(1),
        regexp: z.boolean().optional().describe('Whether the text is a regular expression.'),
      }),
    },
    (given, { mcpReq }) =>
      answer(async () => {
        const found = await callServer(
          server,
          searchLogs,
          {
            params: { ...(await paramsOf(given)), build: given.build },
            query: { q: given.text, ...(given.regexp ? { regexp: 'true' } : {}) },
          },
          mcpReq.signal,
        );
        return fitJson(
          () => found,
          () => shortenSearch(found, 10),
          () => shortenSearch(found, 1),
          () => shortenSearch(found, 0),
        );
      }),
  );

  if (isReadOnly) return mcp;
  mcp.registerTool(
    'restart_build',
    {
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
      description:
        'Starts a finished build again under a new number, or only its failed stages under the same number. Needs write permission.',
      inputSchema: argumentsOf({
        repo,
        build,
        only_failed: z.boolean().optional().describe('Whether only the failed stages run again.'),
      }),
    },
    (given) =>
      answer(async () => {
        // A change that has begun is completed, also if the client cancels its request.
        const started = await callServer(server, restartBuild, {
          params: { ...(await paramsOf(given)), build: given.build },
          query: given.only_failed ? { only: 'failed' } : {},
        });
        return started
          ? fitJson(
              () => shortenBuild(started),
              () => shortenBuild(started, 'failed stages'),
            )
          : 'The pipeline file skips this build.';
      }),
  );
  return mcp;
}

/** Keeps some matches of each step. Their numbers stay. */
function shortenSearch(found: LogSearch, hits: number) {
  const steps = found.steps.map((step) => ({ ...step, hits: step.hits.slice(0, hits) }));
  return { ...found, steps, is_shortened: true };
}

/** Returns the text of an answer, or the reason why the server did not answer it. */
async function answer(read: () => Promise<string>): Promise<CallToolResult> {
  try {
    return { content: [{ type: 'text', text: await read() }] };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    return { content: [{ type: 'text', text: error.message }], isError: true };
  }
}
