import { HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { tags } from '@lezer/highlight'

/** CEL, as far as its colours need it. The service alone says what an expression means. JSON has the same tokens. */
const cel = StreamLanguage.define({
  name: 'cel',
  startState: () => ({ before: '' }),
  token(stream, state) {
    if (stream.eatSpace()) return null
    const kind = kinds.find(([pattern]) => stream.match(pattern))
    if (!kind) stream.next()
    const [, name = null] = kind ?? []
    const { before } = state
    state.before = stream.current()
    return name === 'word' ? nameWord(stream.current(), before, stream.peek() === '(') : name
  },
})

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\/\/.*/, 'comment'],
  [/^"(?:[^"\\]|\\.)*"?/, 'string'],
  [/^'(?:[^'\\]|\\.)*'?/, 'string'],
  [/^(?:0x[\da-f]+|\d+(?:\.\d+)?(?:e[+-]?\d+)?)/i, 'number'],
  [/^[A-Za-z_]\w*/, 'word'],
  [/^(?:&&|\|\||[=!<>]=|[-+*/%<>!?:])/, 'operator'],
]

function nameWord(word: string, before: string, isCalled: boolean): string | null {
  if (isCalled) return 'variableName.function'
  if (before === '.') return 'propertyName'
  return /^(?:true|false|null|in)$/.test(word) ? 'keyword' : null
}

/** The colours are those of the theme: `editor.module.css` has them for light and for dark. */
const colours = HighlightStyle.define([
  { tag: tags.string, color: 'var(--code-string)' },
  { tag: tags.number, color: 'var(--code-number)' },
  { tag: tags.keyword, color: 'var(--code-number)' },
  { tag: tags.function(tags.variableName), color: 'var(--code-function)' },
  { tag: tags.propertyName, color: 'var(--code-member)' },
  { tag: tags.comment, color: 'var(--mantine-color-dimmed)' },
])

export const celLanguage = [cel, syntaxHighlighting(colours)]
