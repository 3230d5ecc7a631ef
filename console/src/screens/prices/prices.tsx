import type { ModelPrice } from '@instance-admin/sdk'
import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { beginOfDay } from '../../days.ts'
import { DialogButton } from '../../parts/dialog-button.tsx'
import { List } from '../../parts/list.tsx'
import { lazyPart } from '../../parts/online.ts'
import { Screen } from '../../parts/screen.tsx'
import { Day } from '../../parts/time.tsx'
import { useList } from '../../parts/use-list.ts'
import { language, texts } from '../../texts.ts'
import { priceTexts } from '../../texts/prices.ts'
import { nameOfPrice } from './price-name.ts'

const labels = priceTexts

/** Its code comes when somebody opens it. */
const PriceDialog = lazyPart(() => import('./price-dialog.tsx'), 'PriceDialog')

/** What tokens of AI models cost, and since when. */
export function Prices() {
  const { queries, may } = useApi()
  const list = useList(queries.modelPrices.listInfinite({ size: 200 }))
  const maySet = may('modelPrices.set')
  const priced = list.data?.pages.flatMap(({ items }) => items.map(({ model }) => model))
  return (
    <Screen title={texts.prices} actions={maySet && <Create label={labels.create} />}>
      <Text c="dimmed">
        {labels.hint} {labels.perMillion}
      </Text>
      {priced && may('workLedger.summarise') && <Missing priced={priced} />}
      <List
        label={texts.prices}
        list={list}
        empty={labels.empty}
        next={maySet && <Create label={labels.first} />}
        idOf={({ id }) => id}
        columns={[
          { header: labels.model, width: '20%', isLong: true, cell: ({ model }) => model },
          { header: labels.validFrom, width: '8rem', inRow: 'end', cell: ({ validFrom }) => <Day on={validFrom} /> },
          ...tokens.map((kind) => ({
            header: labels[kind],
            isNumber: true,
            inRow: 'below' as const,
            cell: (price: ModelPrice) => dollars.format(price[kind]),
          })),
          maySet && {
            header: labels.change,
            width: '8rem',
            isAction: true,
            inRow: 'belowEnd',
            cell: (price) => <Change price={price} />,
          },
        ]}
      />
    </Screen>
  )
}

const tokens = ['input', 'cachedInput', 'cacheWrite', 'output'] as const

const dollars = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 6 })

/** The AI models that were used, and of whose costs nobody knows anything. */
function Missing({ priced }: { priced: readonly string[] }) {
  const { queries, may } = useApi()
  const { data } = useQuery(queries.workLedger.summarise({ createdFrom: beginOfDay(29), groupBy: 'aiModel' }))
  const missing = data?.groups.filter(({ key, withoutCost }) => withoutCost > 0 && !priced.includes(key)) ?? []
  if (missing.length === 0) return null
  return (
    <Alert title={labels.missing}>
      <Group gap="xs">
        {missing.map(({ key, withoutCost }) => {
          const name = labels.missingOf(key, withoutCost)
          return may('modelPrices.set') ? (
            <Create key={key} label={labels.addFor(name)} model={key} />
          ) : (
            <Text key={key}>{name}</Text>
          )
        })}
      </Group>
    </Alert>
  )
}

function Create({ label, model }: { label: string; model?: string }) {
  return (
    <DialogButton label={label} {...(model !== undefined && { variant: 'default', size: 'xs' })}>
      {(close) => <PriceDialog model={model} close={close} />}
    </DialogButton>
  )
}

function Change({ price }: { price: ModelPrice }) {
  return (
    <DialogButton label={labels.change} name={labels.changeNamed(nameOfPrice(price))} variant="default" size="xs">
      {(close) => <PriceDialog price={price} close={close} />}
    </DialogButton>
  )
}
