import { Fragment } from 'react'

/** An address is broken at its parts, where it does not fit. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=\/)|(?=[.@])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}
