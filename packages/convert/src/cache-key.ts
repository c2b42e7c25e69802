import type { Conversion } from './conversion.ts';
import type { OutputText, Stage } from './model.ts';
import type { SourceNode } from './source/source-node.ts';

const maxLength = 400;

/** Returns a key with `checksum` as its only function. Other expressions stay as plain words, with a comment. */
export function plainKey(
  key: OutputText,
  stage: Stage,
  node: SourceNode,
  conversion: Conversion,
): OutputText {
  const named = key.replaceAll(/\{\{\s*\.Environment\.([A-Za-z_]\w*)\s*\}\}/g, '{{ env "$1" }}');
  const text = named.replaceAll(
    /\${0,2}\{\{(?!\s*(?:checksum(?:\s+"[^"]*")+|env\s+"\w+")\s*\}\})([^{}]*)\}\}/g,
    (whole, words: string) => {
      conversion.remark(
        stage,
        node,
        `Not converted: ${whole} in a cache key, because keys have checksums and variables of the build`,
      );
      return words.trim().replaceAll(/[^\w.]+/g, '-');
    },
  );
  return text.replaceAll(/\s*\n\s*/g, '').slice(0, maxLength) || 'default';
}
