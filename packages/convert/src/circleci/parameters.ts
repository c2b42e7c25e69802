import type { OutputText } from '../model.ts';
import { variableName } from '../names.ts';
import { replaceInScript, replaceInText, type VariableNames } from '../shell/replace-variables.ts';
import type { SourceNode } from '../source/source-node.ts';
import { escapeText } from '../write/escape-text.ts';
import type { CircleScope } from './scope.ts';

/** Built-in variables of CircleCI, see https://circleci.com/docs/variables/. */
const circleVariables: VariableNames = {
  equivalents: {
    CIRCLE_SHA1: 'DRONE_COMMIT_SHA',
    CIRCLE_BRANCH: 'DRONE_BRANCH',
    CIRCLE_TAG: 'DRONE_TAG',
    CIRCLE_BUILD_NUM: 'DRONE_BUILD_NUMBER',
    CIRCLE_BUILD_URL: 'DRONE_BUILD_LINK',
    CIRCLE_JOB: 'DRONE_STAGE_NAME',
    CIRCLE_PROJECT_REPONAME: 'DRONE_REPO_NAME',
    CIRCLE_PROJECT_USERNAME: 'DRONE_REPO_OWNER',
    CIRCLE_REPOSITORY_URL: 'DRONE_GIT_SSH_URL',
    CIRCLE_USERNAME: 'DRONE_BUILD_SENDER',
    CIRCLE_PR_NUMBER: 'DRONE_PULL_REQUEST',
    CIRCLE_WORKING_DIRECTORY: 'DRONE_WORKSPACE',
    CIRCLE_WORKFLOW_ID: 'DRONE_BUILD_NUMBER',
    CIRCLE_PIPELINE_ID: 'DRONE_BUILD_NUMBER',
    CIRCLE_PIPELINE_NUMBER: 'DRONE_BUILD_NUMBER',
  },
  reserved: /^CIRCLE_/,
};

/** Values of a pipeline, with our expressions for them. */
const pipelineValues: Readonly<Record<string, OutputText>> = {
  'pipeline.git.branch': '${DRONE_BRANCH}',
  'pipeline.git.revision': '${DRONE_COMMIT_SHA}',
  'pipeline.git.tag': '${DRONE_TAG}',
  'pipeline.number': '${DRONE_BUILD_NUMBER}',
  'pipeline.id': '${DRONE_BUILD_NUMBER}',
  'pipeline.project.git_url': '${DRONE_REPO_LINK}',
};

/** Returns the value of a parameter: the text between `<<` and `>>`. */
function parameterValue(name: string, scope: CircleScope): OutputText | undefined {
  if (Object.hasOwn(pipelineValues, name)) return pipelineValues[name];
  const parameter = /^(?:parameters|matrix)\.([\w-]+)$/.exec(name)?.[1];
  if (parameter !== undefined) return scope.parameters.get(parameter);
  const input = /^pipeline\.parameters\.([\w-]+)$/.exec(name)?.[1];
  return input === undefined
    ? undefined
    : `\${${variableName(input)}:-${scope.defaults.get(variableName(input)) ?? ''}}`;
}

/** Fills the parameters of a text; the other parts are filled by `fill`. */
function fillParameters(
  text: string,
  node: SourceNode,
  scope: CircleScope,
  fill: (text: string) => OutputText,
): OutputText {
  let result = '';
  let at = 0;
  for (const found of text.matchAll(/(\\)?<<\s*([\w.-]+)\s*>>/g)) {
    const [whole, escaped, name = ''] = found;
    const value = escaped ? escapeText(whole.slice(1)) : parameterValue(name, scope);
    result += fill(text.slice(at, found.index));
    if (value === undefined) {
      scope.conversion.skip(
        scope.target,
        node,
        `the parameter ${whole}, because its value is not in the file`,
      );
    }
    scope.conversion.spend(value?.length ?? 0);
    result += value ?? escapeText(whole);
    at = found.index + whole.length;
  }
  return result + fill(text.slice(at));
}

export function fillScript(node: SourceNode, scope: CircleScope): OutputText {
  const { target, conversion } = scope;
  return fillParameters(node.readText() ?? '', node, scope, (text) =>
    replaceInScript(text, circleVariables, { node, target, conversion }),
  );
}

export function fillText(node: SourceNode, scope: CircleScope): OutputText {
  const { target, conversion, stage } = scope;
  return fillParameters(node.readText() ?? '', node, scope, (text) =>
    replaceInText(text, circleVariables, { node, target, conversion, known: stage.environment }),
  );
}
