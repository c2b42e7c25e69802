import { pipelineLimits } from '@millrace/pipeline';
import {
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  parseEvents,
  type ScalarEvent,
  type SequenceEvent,
  YAMLException,
} from 'js-yaml';
import { ForeignFileError } from '../foreign-file-error.ts';
import { SourceNode } from './source-node.ts';

/** As for pipeline files: nobody writes deeper ones. */
const maxDepth = 100;

/**
 * Parses the documents of a file of another system. The work is bounded: the parser rejects deep nesting, and
 * values behind aliases are shared, counted as often as they are used.
 *
 * @throws ForeignFileError if the text is not YAML or exceeds a limit of pipeline files
 */
export function parseSource(text: string): SourceNode[] {
  if (text.length > pipelineLimits.characters) throw tooLarge('characters');
  try {
    return new SourceParser(text).readDocuments();
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const line = error.mark ? `line ${error.mark.line + 1}: ` : '';
    throw new ForeignFileError(`${line}not valid YAML: ${error.reason}`);
  }
}

function tooLarge(limit: 'characters' | 'texts' | 'aliases'): ForeignFileError {
  const expanded = limit === 'texts' ? ', those behind aliases counted each time' : '';
  const number = pipelineLimits[limit].toLocaleString('en');
  return new ForeignFileError(`the file has more than ${number} ${limit}${expanded}`);
}

class SourceParser {
  private readonly text: string;
  private readonly events: Event[];
  private at = 0;
  private anchors = new Map<string, SourceNode>();
  private readonly open = new Set<SourceNode>();
  private readonly sizes = new Map<SourceNode, number>();
  private aliases = 0;
  private line = 1;
  private lineEnd = 0;

  constructor(text: string) {
    this.text = text;
    this.events = parseEvents(text, { maxDepth });
  }

  readDocuments(): SourceNode[] {
    const documents: SourceNode[] = [];
    for (let event = this.events[this.at++]; event; event = this.events[this.at++]) {
      if (event.type !== EVENT_ID.DOCUMENT) continue;
      this.anchors = new Map();
      const root = this.readNode();
      if (root) this.at++;
      if (root && !root.isEmpty()) documents.push(root);
    }
    return documents;
  }

  /** Returns undefined at the end of the enclosing collection. */
  private readNode(): SourceNode | undefined {
    const event = this.events[this.at++];
    if (!event || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return undefined;
    if (event.type === EVENT_ID.ALIAS) return this.readAlias(event.anchorStart, event.anchorEnd);
    const node = this.startNode(event);
    if (event.anchorStart >= 0) {
      this.anchors.set(this.text.slice(event.anchorStart, event.anchorEnd), node);
    }
    this.open.add(node);
    if (node.kind === 'list') this.readItems(node);
    else if (node.kind === 'map') this.readEntries(node);
    this.open.delete(node);
    this.count(node);
    return node;
  }

  private startNode(event: ScalarEvent | SequenceEvent | MappingEvent): SourceNode {
    const tag = event.tagStart >= 0 ? this.text.slice(event.tagStart, event.tagEnd) : '';
    const ownTag = tag.startsWith('!!') ? '' : tag;
    if (event.type === EVENT_ID.SEQUENCE)
      return new SourceNode('list', this.lineOf(event.start), ownTag);
    if (event.type === EVENT_ID.MAPPING)
      return new SourceNode('map', this.lineOf(event.start), ownTag);
    const node = new SourceNode('text', this.lineOf(event.valueStart), ownTag);
    const value = event.valueStart < 0 ? '' : getScalarValue(this.text, event);
    node.value = value === '~' || value === 'null' ? '' : value;
    return node;
  }

  /** Returns the line of a position. Positions grow, so each character is looked at once. */
  private lineOf(position: number): number {
    for (; this.lineEnd < position; this.lineEnd++) {
      if (this.text[this.lineEnd] === '\n') this.line++;
    }
    return this.line;
  }

  private readItems(list: SourceNode): void {
    for (let item = this.readNode(); item; item = this.readNode()) list.items.push(item);
  }

  /** Reads the entries of a map. Those of `<<` are added where the map has no such key itself. */
  private readEntries(map: SourceNode): void {
    const merged: SourceNode[] = [];
    for (let key = this.readNode(); key; key = this.readNode()) {
      const value = this.readNode();
      if (!value) break;
      if (key.value === '<<') merged.push(...(value.kind === 'list' ? value.items : [value]));
      else map.entries.set(key.kind === 'text' ? key.value : key.summarize(), value);
    }
    for (const source of merged) {
      for (const [key, value] of source.entries) {
        if (!map.entries.has(key)) map.entries.set(key, value);
      }
    }
  }

  private readAlias(start: number, end: number): SourceNode {
    if (++this.aliases > pipelineLimits.aliases) throw tooLarge('aliases');
    const name = this.text.slice(start, end);
    const target = this.anchors.get(name);
    const line = this.lineOf(start);
    if (!target) throw new ForeignFileError(`line ${line}: there is no anchor "&${name}" above`);
    if (this.open.has(target)) {
      throw new ForeignFileError(`line ${line}: "&${name}" contains itself`);
    }
    return target;
  }

  /** Counts the texts of a node with all aliases expanded. */
  private count(node: SourceNode): void {
    let size = 1;
    for (const child of node.children()) size += this.sizes.get(child) ?? 1;
    this.sizes.set(node, size);
    if (size > pipelineLimits.texts) throw tooLarge('texts');
  }
}
