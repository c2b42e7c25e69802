/** Place in the text, in characters from its start. */
interface Placed {
  start: number;
}

interface YamlScalar extends Placed {
  kind: 'scalar';
  /** What the scalar says; for a plain one this is its source: `1.40` stays `1.40`. */
  text: string;
  /** False for quoted and block texts, which are never anything but texts. */
  isPlain: boolean;
}

interface YamlList extends Placed {
  kind: 'list';
  items: YamlNode[];
}

export interface YamlMap extends Placed {
  kind: 'map';
  pairs: YamlPair[];
}

interface YamlPair {
  key: YamlNode;
  value: YamlNode;
}

export interface YamlAlias extends Placed {
  kind: 'alias';
  /** Undefined for an alias without an anchor above it, or inside of what it stands for. */
  target: YamlValue | undefined;
}

export type YamlValue = YamlScalar | YamlList | YamlMap;
export type YamlNode = YamlValue | YamlAlias;

/** The node itself, or the one that an alias stands for; undefined for a wrong alias. */
export function resolveAlias(node: YamlNode | undefined): YamlValue | undefined {
  return node?.kind === 'alias' ? node.target : node;
}

export function keyText(key: YamlNode): string {
  const node = resolveAlias(key);
  return node?.kind === 'scalar' ? node.text : '';
}

/** True for a plain text that stands for nothing, an empty one too. */
export function isNull(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.isPlain && nullPattern.test(node.text);
}

export type ScalarValue = null | boolean | number | string;

const nullPattern = /^(?:~|null|Null|NULL)?$/;
const truePattern = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const falsePattern = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const numberPattern = /^-?\d+(?:\.\d+)?$/;

/**
 * The value of a plain text by the rules of YAML 1.1, as existing files expect. Numbers that would be
 * written otherwise (`1.40`, `010`) and dates stay texts.
 */
export function plainValue(text: string): ScalarValue {
  if (nullPattern.test(text)) return null;
  if (truePattern.test(text)) return true;
  if (falsePattern.test(text)) return false;
  if (numberPattern.test(text) && String(Number(text)) === text) return Number(text);
  return text;
}
