import { RangeSetBuilder, StateEffect, StateField, type Text } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view';

/** Message about a line of a text in the editor. Lines count from 1. */
export interface LineMark {
  line: number;
  severity: 'error' | 'warning';
  message: string;
}

/** Message behind a line. It is part of the text that screen readers read, but not of the document. */
class Message extends WidgetType {
  private readonly mark: LineMark;

  constructor(mark: LineMark) {
    super();
    this.mark = mark;
  }

  override eq({ mark }: Message): boolean {
    return mark.severity === this.mark.severity && mark.message === this.mark.message;
  }

  toDOM(): HTMLElement {
    const element = document.createElement('span');
    element.className = `cm-message cm-${this.mark.severity}`;
    element.textContent = this.mark.message;
    return element;
  }
}

const setMarks = StateEffect.define<readonly LineMark[]>();

/** The marks move with their lines until the next ones are set. */
const marksOfText = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, { changes, effects, state }) =>
    effects.reduce(
      (before, effect) => (effect.is(setMarks) ? decorate(state.doc, effect.value) : before),
      shown.map(changes),
    ),
  provide: (field) => EditorView.decorations.from(field),
});

const theme = EditorView.theme({
  '.cm-line.cm-error': { background: 'var(--danger-surface)' },
  '.cm-line.cm-warning': { background: 'var(--warning-surface)' },
  '.cm-message': { paddingLeft: '16px', fontFamily: 'var(--font)' },
  '.cm-message.cm-error': { color: 'var(--danger-text)' },
  '.cm-message.cm-warning': { color: 'var(--warning-text)' },
});

export const lineMarks = [marksOfText, theme];

/** Replaces the marks in an editor with the extension `lineMarks`. */
export function showMarks(view: EditorView, marks: readonly LineMark[]): void {
  view.dispatch({ effects: setMarks.of(marks) });
}

/** Moves the focus to a line of an editor. */
export function goToLine(view: EditorView, line: number): void {
  const { from } = lineOf(view.state.doc, line);
  view.dispatch({ selection: { anchor: from }, scrollIntoView: true });
  view.focus();
}

function decorate(text: Text, marks: readonly LineMark[]): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  // An error of the end of a text may name the line after the last one.
  const byLine = Map.groupBy(marks, (mark) => lineOf(text, mark.line).number);
  for (const [number, ofLine] of [...byLine].sort(([a], [b]) => a - b)) {
    const { from, to } = text.line(number);
    const severity = ofLine.some((mark) => mark.severity === 'error') ? 'error' : 'warning';
    builder.add(from, from, Decoration.line({ class: `cm-${severity}` }));
    for (const mark of ofLine) {
      builder.add(to, to, Decoration.widget({ widget: new Message(mark), side: 1 }));
    }
  }
  return builder.finish();
}

function lineOf(text: Text, line: number) {
  return text.line(Math.min(Math.max(line, 1), text.lines));
}
