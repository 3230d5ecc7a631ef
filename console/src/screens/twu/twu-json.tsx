import { Button, Group, Modal, Text } from '@mantine/core'
import type { TwuModelInput } from '@instance-admin/sdk'
import { twuModelInput } from '@instance-admin/sdk/schemas'
import { useState } from 'react'
import { CopyText } from '../../parts/copy-text.tsx'
import { texts } from '../../texts.ts'
import { ExpressionInput } from './twu-expression.tsx'

const labels = texts.models

/** The whole model as JSON, as the API takes it: to copy it, to paste another one, or to change much of it at once. */
export function ModelAsJson({ model, apply, close }: ModelAsJsonProps) {
  const [text, setText] = useState(() => JSON.stringify(model, null, 2))
  const [faults, setFaults] = useState<readonly string[]>([])

  function take() {
    const { value, faults } = readModel(text)
    setFaults(faults)
    if (value === null) return
    apply?.(value)
    close()
  }

  return (
    <Modal opened onClose={close} title={labels.json} size="xl">
      <Text size="sm" mb="sm">
        {apply ? labels.jsonHint : labels.jsonCopyHint}
      </Text>
      <Group justify="end" mb="sm">
        <CopyText text={text} />
        {apply && <Button onClick={take}>{labels.jsonApply}</Button>}
      </Group>
      <ExpressionInput
        label={labels.model}
        hint=""
        value={text}
        onChange={(next) => {
          setText(next)
          setFaults([])
        }}
        error={faults.length > 0 && faults.join(' ')}
        fault={null}
        vocabulary={null}
      />
    </Modal>
  )
}

/** A model that the service would take, or every reason why it is none, in its own words. */
function readModel(text: string): { value: TwuModelInput | null; faults: string[] } {
  try {
    const { issues, ...checked } = twuModelInput['~standard'].validate(JSON.parse(text))
    if (!issues) return { value: 'value' in checked ? checked.value : null, faults: [] }
    return { value: null, faults: issues.map(({ path, message }) => `${path.join('/')} ${message}`) }
  } catch (error) {
    return { value: null, faults: [labels.noJson(error instanceof Error ? error.message : String(error))] }
  }
}

interface ModelAsJsonProps {
  model: TwuModelInput
  /** Puts a model into the form; undefined where nothing can be edited. */
  apply: ((model: TwuModelInput) => void) | undefined
  close: () => void
}
