import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { javascript } from '@codemirror/legacy-modes/mode/javascript';
import { python } from '@codemirror/legacy-modes/mode/python';
import { EditorState } from '@codemirror/state';
import { EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import css from './code-editor.module.css';
import field from './field.module.css';
import { goToLine, type LineMark, lineMarks, showMarks } from './line-marks.ts';

/**
 * Uses the highlighting of JavaScript for Jsonnet, and of Python for Starlark, because their syntax is
 * similar.
 */
const languages = {
  yaml: () => yaml(),
  jsonnet: () => StreamLanguage.define(javascript),
  starlark: () => StreamLanguage.define(python),
};
type CodeLanguage = keyof typeof languages;

/** Colours of the log, which are readable in both themes. */
const colours = HighlightStyle.define([
  {
    tag: [tags.keyword, tags.definitionKeyword, tags.operatorKeyword],
    color: 'var(--code-keyword)',
  },
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-name)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--code-string)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: tags.comment, color: 'var(--term-gutter)' },
]);

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '13px', color: 'var(--term-text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-gutters': {
    background: 'var(--sunken)',
    color: 'var(--term-gutter)',
    border: 'none',
  },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '&.cm-focused .cm-selectionBackground, ::selection': { background: 'var(--selected)' },
});

/** Actions of an editor for its page. */
export interface CodeEditorHandle {
  goToLine: (line: number) => void;
}

const noMarks: readonly LineMark[] = [];

interface CodeEditorProps {
  label: string;
  language: CodeLanguage;
  /** Text at the start. A new value replaces the content of the editor. */
  initialText: string;
  error?: string | undefined;
  /** Messages about lines. */
  marks?: readonly LineMark[] | undefined;
  ref?: Ref<CodeEditorHandle>;
  onChange: (text: string) => void;
}

/**
 * A code editor. It renders in a shadow root, because a strict content security policy allows the editor's
 * styles there.
 */
export function CodeEditor(props: CodeEditorProps) {
  const { label, language, initialText, error, marks = noMarks, ref, onChange } = props;
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const change = useRef(onChange);
  change.current = onChange;
  useEffect(() => {
    if (!host.current) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: initialText,
        extensions: [
          lineNumbers(),
          history(),
          indentOnInput(),
          bracketMatching(),
          // No binding for Tab: it moves the focus, so that keyboard users can leave the editor.
          keymap.of([...defaultKeymap, ...historyKeymap]),
          syntaxHighlighting(colours),
          languages[language](),
          EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' }),
          EditorView.updateListener.of(
            (update) => update.docChanged && change.current(update.state.doc.toString()),
          ),
          theme,
          lineMarks,
        ],
      }),
    });
    editor.current = view;
    return () => {
      editor.current = null;
      view.destroy();
    };
  }, [label, language, initialText]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new editor has no marks yet
  useEffect(() => {
    if (editor.current) showMarks(editor.current, marks);
  }, [marks, label, language, initialText]);
  useImperativeHandle(ref, () => ({
    goToLine: (line) => editor.current && goToLine(editor.current, line),
  }));
  return (
    <div className={field.field}>
      <div ref={host} className={css.editor} />
      {/* aria-describedby cannot refer to an element outside of the shadow root, so the error is an alert. */}
      <p role="alert" className={field.error} hidden={!error}>
        {error}
      </p>
    </div>
  );
}
