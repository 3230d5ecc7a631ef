import { Group, Paper, Radio, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useHotkeys } from '@mantine/hooks'
import { faultsByField, type WorkLedgerDecision, type WorkLedgerEntry } from '@instance-admin/sdk'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { Form } from '../../parts/form.tsx'
import { focusHeading } from '../../parts/keep-focus.ts'
import { TextLink } from '../../parts/link.tsx'
import { notify } from '../../parts/notify.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { texts } from '../../texts.ts'
import classes from './reviews.module.css'

const labels = texts.reviews
const decisions = [
  { status: 'compliant', key: 'c' },
  { status: 'non_compliant', key: 'x' },
] as const

/** Nothing is chosen until somebody chooses. */
interface Decision extends Omit<WorkLedgerDecision, 'policyStatus'> {
  policyStatus: WorkLedgerDecision['policyStatus'] | ''
}

/**
 * What somebody decides about an entry, and why. C and X choose and go on to the reason, Ctrl+Enter in the reason decides. The
 * service takes one review of an entry: of two people at the same time, the second reads that it was reviewed.
 */
export function ReviewForm({ entry: { id, title }, onDecided }: ReviewFormProps) {
  const { instance, queries } = useApi()
  const reason = useRef<HTMLTextAreaElement>(null)
  const form = useForm<Decision>({
    initialValues: { policyStatus: '', reason: '' },
    validate: { policyStatus: (status) => (status === '' ? labels.chooseFirst : null) },
  })
  const review = useMutation({
    ...queries.workLedger.review(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess({ policyStatus }) {
      const decided = labels.decided(title, texts.ledger.policyStatuses[policyStatus])
      if (!onDecided) return notify(decided)
      notify(
        <>
          {decided}{' '}
          <TextLink inherit underline="always" to="/$instance/work-ledger/$entryId" params={{ instance, entryId: id }}>
            {labels.openDecided}
          </TextLink>
        </>,
      )
      // The form is gone where somebody went on meanwhile, who stays there.
      if (reason.current) onDecided()
    },
  })
  const choose = (policyStatus: WorkLedgerDecision['policyStatus']) => {
    form.setFieldValue('policyStatus', policyStatus)
    reason.current?.focus()
  }
  const decide = ({ policyStatus, reason }: Decision) => {
    if (policyStatus !== '') review.mutate({ entryId: id, body: { policyStatus, reason } })
  }
  useHotkeys(decisions.map(({ status, key }) => [key, () => choose(status)]))
  return (
    <Paper withBorder p="md" className={classes.decision}>
      <Form form={form} error={review.error} onSubmit={decide}>
        <Radio.Group
          label={labels.decision}
          required
          errorProps={{ role: 'alert' }}
          {...form.getInputProps('policyStatus')}
        >
          <Group my="xs">
            {decisions.map(({ status, key }) => (
              <Radio key={status} value={status} label={<WithKey label={labels.choices[status]} of={key} />} />
            ))}
          </Group>
        </Radio.Group>
        <div className={classes.reason}>
          <Textarea
            ref={reason}
            label={texts.ledger.reason}
            description={<span className={classes.key}>{labels.keys}</span>}
            required
            autosize
            {...form.getInputProps('reason')}
            onKeyDown={({ key, ctrlKey, metaKey, currentTarget }) => {
              if (key === 'Enter' && (ctrlKey || metaKey)) currentTarget.form?.requestSubmit()
              if (key === 'Escape') focusHeading()
            }}
          />
          {review.error && <Failure error={review.error} />}
          <PendingButton type="submit" isPending={review.isPending}>
            {labels.decide}
          </PendingButton>
        </div>
      </Form>
    </Paper>
  )
}

interface ReviewFormProps {
  entry: WorkLedgerEntry
  /** Shows what comes next in the queue. The notice leads back to what was decided there. */
  onDecided?: () => void
}

export function waitsForReview({ status, policyStatus }: WorkLedgerEntry): boolean {
  return policyStatus === 'review_required' && (status === 'completed' || status === 'failed')
}

/** What something is called, and the key that does it, where there is a keyboard. */
export function WithKey({ label, of: key }: { label: string; of: string }) {
  return (
    <span>
      {label} <span className={classes.key}>({key.toUpperCase()})</span>
    </span>
  )
}
