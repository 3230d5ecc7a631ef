import { Button, Group, TextInput } from '@mantine/core'
import type { RefObject, SubmitEvent } from 'react'
import { notify } from '../parts/notify.tsx'
import { texts } from '../texts.ts'
import { toCase } from './twu-bench-values.ts'
import type { DraftForm } from './twu-draft-values.ts'
import type { Tried } from './twu-evaluation.ts'

const labels = texts.models

/** Keeps the operations of the bench as a case of the draft, in place of one with the same name. */
export function KeepCase({ form, tried: { data, operations, isOld }, name, setName, nameField }: KeepCaseProps) {
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
      <Group align="end">
        <TextInput
          ref={nameField}
          label={labels.caseName}
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
  name: string
  setName: (name: string) => void
  nameField: RefObject<HTMLInputElement | null>
}
