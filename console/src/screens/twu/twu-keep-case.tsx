import { Button, Group, TextInput } from '@mantine/core'
import { useRef, useState, type SubmitEvent } from 'react'
import { notify } from '../../parts/notify.tsx'
import { texts } from '../../texts.ts'
import { toCase } from './twu-bench-values.ts'
import type { DraftForm } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'

const labels = texts.models

/** Keeps the operations of the bench as a case of the draft, in place of one with the same name. */
export function KeepCase({ form, tried: { data, operations, isOld }, caseName }: KeepCaseProps) {
  const [name, setName] = useState(caseName)
  const nameField = useRef<HTMLInputElement>(null)
  const { cases } = form.values

  function keep(event: SubmitEvent) {
    event.preventDefault()
    if (!data || isOld) return
    const at = cases.findIndex((one) => one.name === name)
    const kept = toCase(name, operations, data)
    form.setFieldValue('cases', at < 0 ? [...cases, kept] : cases.with(at, kept))
    setName('')
    nameField.current?.focus()
    notify(labels.kept(name))
  }

  return (
    <form onSubmit={keep}>
      <Group align="end" gap="xs">
        <TextInput
          ref={nameField}
          label={labels.caseName}
          flex={1}
          miw="10rem"
          required
          maxLength={256}
          value={name}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={!data || isOld}>
          {labels.keep}
        </Button>
      </Group>
    </form>
  )
}

interface KeepCaseProps {
  form: DraftForm
  tried: Tried
  /** The name to begin with. */
  caseName: string
}
