import {
  EVENT_ID,
  type Event,
  getScalarValue,
  type MappingEvent,
  parseEvents,
  SCALAR_STYLE,
  type ScalarEvent,
  type SequenceEvent,
} from 'js-yaml';
import type { Budget } from '../limits.ts';
import { isNull, type YamlAlias, type YamlNode, type YamlValue } from './yaml-node.ts';

export interface YamlDocument {
  /** Undefined for an empty document. */
  root: YamlNode | undefined;
  /** Aliases without a valid target, with the error. */
  wrongAliases: { start: number; message: string }[];
  /** Whether an alias has its anchor in an earlier document, which other parsers refuse. */
  usesEarlier: boolean;
}

/** Maximum depth. People do not write deeper files, which the parser rejects with an error. */
const maxDepth = 100;

/**
 * Parses the documents of a text. Throws a `YAMLException` if the text is not YAML, and a `LimitError` if
 * it exceeds the budget.
 */
export function parseYaml(text: string, budget: Budget): YamlDocument[] {
  const events = new EventReader(text, parseEvents(text, { maxDepth }), budget);
  return events.readDocuments();
}

class EventReader {
  private readonly text: string;
  private readonly events: Event[];
  private readonly budget: Budget;
  private at = 0;
  /** Anchors of this document and of those before it. */
  private readonly anchors = new Map<string, YamlValue>();
  private ownAnchors = new Set<string>();
  private usesEarlier = false;
  /** Collections being read, outermost first. */
  private readonly open = new Set<YamlValue>();
  private wrongAliases: YamlDocument['wrongAliases'] = [];
  /** Position of an empty node after the last scalar. */
  private lastEnd = 0;

  constructor(text: string, events: Event[], budget: Budget) {
    this.text = text;
    this.events = events;
    this.budget = budget;
  }

  readDocuments(): YamlDocument[] {
    const documents: YamlDocument[] = [];
    for (let event = this.next(); event; event = this.next()) {
      if (event.type !== EVENT_ID.DOCUMENT) continue;
      this.budget.spend('documents', 1);
      this.ownAnchors = new Set();
      this.wrongAliases = [];
      this.usesEarlier = false;
      const root = this.readNode();
      // Without a node, the event that ends the document has been consumed already.
      if (root) this.at++;
      const isEmpty = root === undefined || isNull(root);
      const { wrongAliases, usesEarlier } = this;
      documents.push({ root: isEmpty ? undefined : root, wrongAliases, usesEarlier });
    }
    return documents;
  }

  private next(): Event | undefined {
    return this.events[this.at++];
  }

  /** Returns undefined at the end of the enclosing collection. */
  private readNode(): YamlNode | undefined {
    const event = this.next();
    if (!event || event.type === EVENT_ID.POP || event.type === EVENT_ID.DOCUMENT) return undefined;
    if (event.type === EVENT_ID.ALIAS) return this.readAlias(event.anchorStart, event.anchorEnd);
    const node = this.startNode(event);
    if (event.anchorStart >= 0) {
      const name = this.text.slice(event.anchorStart, event.anchorEnd);
      this.anchors.set(name, node);
      this.ownAnchors.add(name);
    }
    if (node.kind !== 'scalar') {
      this.open.add(node);
      this.readChildren(node);
      this.open.delete(node);
    }
    return node;
  }

  private startNode(event: ScalarEvent | SequenceEvent | MappingEvent): YamlValue {
    if (event.type === EVENT_ID.SEQUENCE) return { kind: 'list', items: [], start: event.start };
    if (event.type === EVENT_ID.MAPPING) return { kind: 'map', pairs: [], start: event.start };
    if (event.valueStart < 0) {
      return { kind: 'scalar', text: '', isPlain: true, start: this.lastEnd, end: this.lastEnd };
    }
    this.lastEnd = event.valueEnd + 1;
    return {
      kind: 'scalar',
      text: getScalarValue(this.text, event),
      isPlain: event.style === SCALAR_STYLE.PLAIN && !this.isTaggedText(event),
      start: this.startOf(event),
      end: isQuoted(event) ? this.lastEnd : event.valueEnd,
    };
  }

  /** Returns the start of a scalar, including its quote or block indicator. */
  private startOf({ style, valueStart }: ScalarEvent): number {
    if (style === SCALAR_STYLE.PLAIN) return valueStart;
    if (style === SCALAR_STYLE.LITERAL_BLOCK) return this.text.lastIndexOf('|', valueStart - 1);
    if (style === SCALAR_STYLE.FOLDED_BLOCK) return this.text.lastIndexOf('>', valueStart - 1);
    return valueStart - 1;
  }

  private isTaggedText({ tagStart, tagEnd }: ScalarEvent): boolean {
    return tagStart >= 0 && this.text.slice(tagStart, tagEnd) === '!!str';
  }

  private readChildren(node: YamlValue): void {
    for (let child = this.readNode(); child; child = this.readNode()) {
      if (node.kind === 'list') node.items.push(child);
      else if (node.kind === 'map') {
        const value = this.readNode();
        if (value) node.pairs.push({ key: child, value });
      }
    }
  }

  private readAlias(start: number, end: number): YamlAlias {
    this.budget.spend('aliases', 1);
    const name = this.text.slice(start, end);
    const target = this.anchors.get(name);
    const alias: YamlAlias = { kind: 'alias', target: undefined, start: start - 1 };
    if (!target) {
      const hint = 'a text that starts with "*" needs quotes';
      const message = `there is no anchor "&${name}" above; ${hint}`;
      this.wrongAliases.push({ start: alias.start, message });
    } else if (this.open.has(target)) {
      this.wrongAliases.push({ start: alias.start, message: `"&${name}" contains itself` });
    } else {
      alias.target = target;
      this.usesEarlier ||= !this.ownAnchors.has(name);
    }
    return alias;
  }
}

function isQuoted({ style }: ScalarEvent): boolean {
  return style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED;
}
