/** Position in the text, in characters from its start. */
interface Placed {
  start: number;
}

export interface YamlScalar extends Placed {
  kind: 'scalar';
  /** Text of the scalar. For a plain scalar, its source: `1.40` stays `1.40`. */
  text: string;
  /** False for quoted and block scalars, which are always text. */
  isPlain: boolean;
  /** Position after its last character, including its quote. */
  end: number;
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
  /** Undefined for an alias without a preceding anchor, or inside its own anchor. */
  target: YamlValue | undefined;
}

export type YamlValue = YamlScalar | YamlList | YamlMap;
export type YamlNode = YamlValue | YamlAlias;

/** Returns the node itself or the target of an alias; undefined for an invalid alias. */
export function resolveAlias(node: YamlNode | undefined): YamlValue | undefined {
  return node?.kind === 'alias' ? node.target : node;
}

export function keyText(key: YamlNode): string {
  const node = resolveAlias(key);
  return node?.kind === 'scalar' ? node.text : '';
}

/** True for a plain scalar that means null, including an empty one. */
export function isNull(node: YamlNode): boolean {
  return node.kind === 'scalar' && node.isPlain && nullPattern.test(node.text);
}

export type ScalarValue = null | boolean | number | string;

const nullPattern = /^(?:~|null|Null|NULL)?$/;
const truePattern = /^(?:y|Y|yes|Yes|YES|true|True|TRUE|on|On|ON)$/;
const falsePattern = /^(?:n|N|no|No|NO|false|False|FALSE|off|Off|OFF)$/;
const numberPattern = /^-?\d+(?:\.\d+)?$/;

/**
 * Returns the value of a plain scalar by the rules of YAML 1.1, as existing files expect. Numbers with
 * another canonical form (`1.40`, `010`) and dates stay text.
 */
export function plainValue(text: string): ScalarValue {
  if (nullPattern.test(text)) return null;
  if (truePattern.test(text)) return true;
  if (falsePattern.test(text)) return false;
  if (numberPattern.test(text) && String(Number(text)) === text) return Number(text);
  return text;
}
