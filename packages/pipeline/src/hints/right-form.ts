import { outputForm } from '../shape/matrix-shape.ts';
import { buildEvents, manualPermissions } from '../vocabulary.ts';
import { architectures, operatingSystems } from '../words.ts';
import { keyText, resolveAlias, type YamlNode, type YamlValue } from '../yaml/yaml-node.ts';
import { inQuotes, showText, showValue } from './show-value.ts';

/** Writes a value of a wrong type in the right form; undefined if the author's intention is not clear. */
type Form = (node: YamlValue, shown: string) => string | undefined;

/** Right forms by the key of a value, or `KEY[]` for an item of its list. */
const forms: Readonly<Record<string, Form>> = {
  platform: (node, shown) => platformOf(textOf(node) ?? shown),
  reports: (_, shown) => `reports: { junit: ${shown} }`,
  concurrency: (_, shown) => `concurrency: { limit: ${shown} }`,
  clone: (node) => cloneOf(textOf(node)),
  trigger: (node, shown) => conditionOf('trigger', node, shown),
  when: (node, shown) => conditionOf('when', node, shown),
  environment: (node) => variablesOf('environment', node),
  settings: (node) => variablesOf('settings', node),
  node: (node, shown) => variablesOf('node', node) ?? `node: { ${unwrapped(shown)}: 'true' }`,
  artifacts: (node) => listOf('artifacts', node),
  junit: (node) => listOf('junit', node),
  'cache[]': (_, shown) => `- { key: KEY, paths: [${shown}] }`,
  privileged: (node) => flagOf('privileged', node),
  detach: (node) => flagOf('detach', node),
  manual: (node) => manualOf(textOf(node) ?? ''),
  disable: (node) => flagOf('disable', node),
  workspace: (_, shown) => `workspace: { path: ${shown} }`,
  cache: (_, shown) => `cache: { key: KEY, paths: [${unwrapped(shown)}] }`,
  matrix: (node, shown) => matrixOf(node, shown),
  ready: (_, shown) => `ready: { command: ${shown} }`,
  retry: () => 'retry: { max: 2 }',
  steps: (node) => namedItems('steps', node),
  services: (node) => namedItems('services', node),
  volumes: (node) => namedItems('volumes', node),
  parameters: (node) => namedItems('parameters', node),
  'steps[]': (node, shown) =>
    textOf(node) === undefined ? undefined : `- { name: NAME, image: IMAGE, commands: [${shown}] }`,
  'services[]': (node, shown) => serviceOf(textOf(node), shown),
  'parameters[]': (_, shown) => `- name: ${shown}`,
  'volumes[]': () => '- { name: NAME, temp: {} }',
  commands: (node, shown) => (node.kind === 'map' ? `commands: [${valuesOf(node)}]` : shown),
  'commands[]': (node) => commandOf(node),
  image: (node) => firstValue('image', node),
  name: (node) => firstValue('name', node),
  'depends_on[]': (node) => firstValue('-', node),
  depends_on: (node) =>
    node.kind === 'map'
      ? `depends_on: [${node.pairs.map(({ key }) => keyText(key)).join(', ')}]`
      : undefined,
};

/**
 * Returns the end of a message about a value of the wrong type: how to write it.
 *
 * @param path of the value: `steps[build].commands[0]`
 */
export function hintForForm(path: string, value: YamlNode | undefined): string {
  const node = resolveAlias(value);
  const form = forms[keyOf(path)] ?? (isVariable(path) ? joinedText : undefined);
  const shown = node?.kind === 'list' && node.items.length === 0 ? undefined : showValue(node);
  const right = node && form && shown !== undefined ? form(node, shown) : undefined;
  return right === undefined ? '' : `; write "${right}"`;
}

/** Returns the last key of a path; `commands[]` for `steps[build].commands[0]`. */
function keyOf(path: string): string {
  const [, key = '', item] = /([^.[\]]+)(\[[^\]]*\])?$/.exec(path) ?? [];
  return item === undefined ? key : `${key}[]`;
}

function textOf(node: YamlValue): string | undefined {
  return node.kind === 'scalar' ? node.text : undefined;
}

function platformOf(text: string): string | undefined {
  const words = text.split(/[\s/,[\]]+/);
  const os = words.find((word) => operatingSystems.includes(word)) ?? 'linux';
  const arch = words.find((word) => architectures.includes(word)) ?? 'amd64';
  return `platform: { os: ${os}, arch: ${arch} }`;
}

function matrixOf(node: YamlValue, shown: string): string | undefined {
  if (node.kind === 'list') return `matrix: { include: ${shown} }`;
  // GitHub computes a whole matrix.
  const isComputed = /fromjson/i.test(textOf(node) ?? '');
  return isComputed ? `matrix: { NAME: { ${outputForm} } }` : undefined;
}

function cloneOf(text: string | undefined): string | undefined {
  if (text !== undefined && /^\d+$/.test(text)) return `clone: { depth: ${text} }`;
  return text === undefined ? undefined : 'clone: { disable: true }';
}

function conditionOf(key: string, node: YamlValue, shown: string): string | undefined {
  const words = node.kind === 'list' ? node.items.map((item) => showValue(item) ?? '') : [shown];
  const events: readonly string[] = buildEvents;
  const name = words.every((word) => events.includes(word)) ? 'event' : 'branch';
  return node.kind === 'map' || words.some((word) => word.startsWith('{'))
    ? undefined
    : `${key}: { ${name}: ${shown} }`;
}

/** Writes `[A=b, { C: d }]` as a map. */
function variablesOf(key: string, node: YamlValue): string | undefined {
  const items = node.kind === 'list' ? node.items : [node];
  const pairs = items.map((item) => {
    const value = resolveAlias(item);
    if (value?.kind === 'map') return showValue(value)?.slice(2, -2);
    const [, name, text = ''] =
      /^([\w.-]+)\s*[=:]\s*(.*)$/s.exec(value?.kind === 'scalar' ? value.text : '') ?? [];
    return name === undefined ? undefined : `${name}: ${showText(text)}`;
  });
  return pairs.includes(undefined) ? undefined : `${key}: { ${pairs.join(', ')} }`;
}

/** A map of names stands for a list of maps with a name. */
function namedItems(key: string, node: YamlValue): string | undefined {
  const [first] = node.kind === 'map' ? node.pairs : [];
  return first && `${key}: [{ name: ${keyText(first.key)}, … }]`;
}

function serviceOf(image: string | undefined, shown: string): string | undefined {
  const name = /([a-z0-9-]+)(?::[^/]*)?$/.exec(image ?? '')?.[1];
  return name === undefined ? undefined : `- { name: ${name}, image: ${shown} }`;
}

/** `echo status: ok` is a map, unless it is quoted. */
function commandOf(node: YamlValue): string | undefined {
  if (node.kind === 'list')
    return `- ${node.items.map((item) => showValue(item) ?? '…').join(' ')}`;
  const [pair, ...more] = node.kind === 'map' ? node.pairs : [];
  const value = showValue(pair?.value);
  if (!pair || more.length > 0 || value === undefined) return undefined;
  return `- ${inQuotes(`${keyText(pair.key)}: ${value}`)}`;
}

function firstValue(key: string, node: YamlValue): string | undefined {
  const first =
    node.kind === 'list' ? node.items[0] : node.kind === 'map' ? node.pairs[0]?.value : undefined;
  const shown = showValue(first);
  if (shown === undefined) return undefined;
  return key === '-' ? `- ${shown}` : `${key}: ${shown}`;
}

function listOf(key: string, node: YamlValue): string | undefined {
  return node.kind === 'map' ? `${key}: [${valuesOf(node).replace(/[[\]]/g, '')}]` : undefined;
}

function flagOf(key: string, node: YamlValue): string | undefined {
  const text = textOf(node) ?? '';
  return /^(?:true|false|yes|no|on|off)$/i.test(text) ? `${key}: ${text.toLowerCase()}` : undefined;
}

function manualOf(text: string): string {
  if (manualPermissions.some((permission) => permission === text)) {
    return `manual: { permission: ${text} }`;
  }
  return `manual: ${!/^(?:false|no|off|never)$/i.test(text)}`;
}

function isVariable(path: string): boolean {
  return /(?:^|\.)environment\.[^.]+$/.test(path);
}

/** A list of values as one text. */
function joinedText(node: YamlValue): string | undefined {
  if (node.kind !== 'list') return undefined;
  return inQuotes(node.items.map((item) => showValue(item) ?? '…').join(','));
}

function valuesOf(node: YamlValue): string {
  return node.kind === 'map'
    ? node.pairs.map(({ value }) => showValue(value) ?? '…').join(', ')
    : '';
}

function unwrapped(shown: string): string {
  return shown.replace(/^\[(.*)\]$/, '$1');
}
