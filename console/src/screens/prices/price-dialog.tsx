import { NumberInput, Text, TextInput } from '@mantine/core'
import { faultsByField, type ModelPrice, type ModelPriceInput } from '@instance-admin/sdk'
import { modelPriceInput } from '@instance-admin/sdk/schemas'
import { useMutation } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { beginOfDay, dayOf } from '../../days.ts'
import { DeleteButton } from '../../parts/delete-button.tsx'
import { Fields } from '../../parts/fields.tsx'
import { FormActions } from '../../parts/form-actions.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { notify } from '../../parts/notify.tsx'
import { checkBody, useCheckedForm } from '../../parts/use-checked-form.ts'
import { language } from '../../texts.ts'
import { priceTexts } from '../../texts/prices.ts'
import { nameOfPrice } from './price-name.ts'

const labels = priceTexts

/** The dialog with the form of a price: of a new one, perhaps for a known model, or of one that is there. */
export function PriceDialog({ close, ...of }: PriceDialogProps) {
  return (
    <FormDialog title={of.price ? labels.changeNamed(nameOfPrice(of.price)) : labels.create} size="lg" close={close}>
      <PriceForm close={close} {...of} />
    </FormDialog>
  )
}

function PriceForm({ price, model = '', close }: PriceDialogProps) {
  const { queries } = useApi()
  const form = useCheckedForm<PriceValues>({
    initialValues: price ?? { ...empty, model, validFrom: dayOf(beginOfDay(0)) },
    validate: checkBody(modelPriceInput, toBody),
  })
  const set = useMutation({
    ...queries.modelPrices.set(),
    onError: (error) => form.setErrors(faultsByField(error)),
    onSuccess(saved) {
      notify(labels.saved(nameOfPrice(saved)))
      close()
    },
  })
  const field = (kind: TokenKind) => ({
    label: labels[kind],
    prefix: '$',
    allowNegative: false,
    hideControls: true,
    decimalSeparator,
    allowedDecimalSeparators: ['.', ','],
    ...form.getInputProps(kind),
  })
  return (
    <Form
      form={form}
      error={set.error}
      onSubmit={(values) => set.mutate({ body: toBody(values), ifMatch: price?.etag })}
    >
      <Text size="sm" c="dimmed" mb="sm">
        {labels.perMillion}
      </Text>
      <Fields>
        {/* What is priced, and since when, says which price it is. */}
        {!price && (
          <>
            <TextInput label={labels.model} description={labels.modelHint} required {...form.getInputProps('model')} />
            <TextInput
              type="date"
              label={labels.validFrom}
              description={labels.validFromHint}
              required
              {...form.getInputProps('validFrom')}
            />
          </>
        )}
        <NumberInput required {...field('input')} />
        <NumberInput required {...field('output')} />
        <NumberInput description={labels.asInput} {...field('cachedInput')} />
        <NumberInput description={labels.asInput} {...field('cacheWrite')} />
      </Fields>
      <FormActions
        save={labels.submit}
        error={set.error}
        isPending={set.isPending}
        cancel={close}
        before={
          price && (
            <DeleteButton
              name={nameOfPrice(price)}
              hint={labels.deleteHint}
              deletion={queries.modelPrices.delete()}
              what={{ priceId: price.id, ifMatch: price.etag }}
              notice={labels.deleted(nameOfPrice(price))}
              onDeleted={close}
            />
          )
        }
      />
    </Form>
  )
}

type TokenKind = 'input' | 'cachedInput' | 'cacheWrite' | 'output'

/** What a person types: a number, or nothing. */
type PriceValues = Pick<ModelPrice, 'model' | 'validFrom'> & Record<TokenKind, number | string>

const empty = { input: '', cachedInput: '', cacheWrite: '', output: '' }

function toBody({ model, validFrom, input, cachedInput, cacheWrite, output }: PriceValues): ModelPriceInput {
  return {
    model,
    validFrom,
    input: Number.parseFloat(String(input)),
    ...(cachedInput !== '' && { cachedInput: Number(cachedInput) }),
    ...(cacheWrite !== '' && { cacheWrite: Number(cacheWrite) }),
    output: Number.parseFloat(String(output)),
  }
}

const [, decimalSeparator = '.'] = (1.5).toLocaleString(language)

interface PriceDialogProps {
  price?: ModelPrice
  model?: string | undefined
  close: () => void
}
