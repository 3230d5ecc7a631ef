import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { Compartment, EditorState, Transaction, type Extension } from '@codemirror/state'
import { EditorView, keymap } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { texts } from '../texts.ts'
import { completeExpression, type Vocabulary } from './completion.ts'
import classes from './editor.module.css'
import { celLanguage } from './language.ts'

/** A field for an expression, or for JSON: its colours, what may be typed next, and where the service finds a fault. */
export function Editor({ value, onChange, attributes, fault, vocabulary }: EditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const change = useEffectEvent(onChange)
  const readValue = useEffectEvent(() => value)
  const readVocabulary = useEffectEvent(() => vocabulary)

  useEffect(() => {
    const listener = EditorView.updateListener.of(({ docChanged, state, transactions }) => {
      // What the form has set, the form knows. What is typed is in the form before the next key.
      if (docChanged && !transactions.some((one) => one.isUserEvent('form')))
        flushSync(() => change(state.doc.toString()))
    })
    const completion = autocompletion({
      icons: false,
      override: [
        (context) => {
          const model = readVocabulary()
          return model ? completeExpression(context, model) : null
        },
      ],
    })
    const state = EditorState.create({ doc: readValue(), extensions: [completion, listener, basics] })
    const created = new EditorView({ state, ...(place.current && { parent: place.current }) })
    view.current = created
    return () => created.destroy()
  }, [])

  useEffect(() => {
    const { state } = view.current ?? {}
    if (!state || state.doc.toString() === value) return
    const changes = { from: 0, to: state.doc.length, insert: value }
    view.current?.dispatch({ changes, userEvent: 'form', annotations: Transaction.addToHistory.of(false) })
  }, [value])

  useEffect(() => {
    view.current?.dispatch({ effects: described.reconfigure(EditorView.contentAttributes.of(attributes)) })
    // Only what the attributes say, and not which object says it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, Object.values(attributes))

  useMarkedFault(view, fault)
  return <div ref={place} className={classes.editor} />
}

/** Marks a fault at its place in the text, which moves with what is typed before it. */
function useMarkedFault(view: RefObject<EditorView | null>, fault: EditorProps['fault']): void {
  const { start = 0, end = 0, message } = fault ?? {}
  useEffect(() => {
    const { state } = view.current ?? {}
    if (!state) return
    const [from, to] = [Math.min(start, state.doc.length), Math.min(end, state.doc.length)]
    const found = message === undefined ? [] : [{ from, to, message, severity: 'error' as const }]
    view.current?.dispatch(setDiagnostics(state, found))
  }, [view, start, end, message])
}

const described = new Compartment()

const basics: Extension = [
  celLanguage,
  history(),
  closeBrackets(),
  bracketMatching(),
  EditorView.lineWrapping,
  described.of([]),
  EditorState.phrases.of(texts.editor),
  // Tab takes what is offered, and goes on to the next field when nothing is.
  keymap.of([{ key: 'Tab', run: acceptCompletion }, ...closeBracketsKeymap, ...historyKeymap, ...defaultKeymap]),
]

export interface EditorProps {
  value: string
  onChange: (value: string) => void
  /** What a screen reader is told of the field. */
  attributes: Readonly<Record<string, string>>
  /** Where a fault is, in UTF-16 units from the beginning. */
  fault: { message: string; start: number; end: number } | null
  /** The names that are offered beside fields and functions; null where nothing is offered. */
  vocabulary: Vocabulary | null
}
