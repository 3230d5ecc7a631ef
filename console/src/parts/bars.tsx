import '@mantine/charts/styles.css'
import { BarChart, type BarChartProps } from '@mantine/charts'
import { Title } from '@mantine/core'
import { ledgerTexts } from '../texts/ledger.ts'

/** Bars over periods, for the eye: a table has the numbers. */
export function Bars({ title, ...chart }: BarsProps) {
  return (
    <section>
      <Title order={2} size="h5" mb="xs">
        {title}
      </Title>
      <BarChart
        role="img"
        aria-label={ledgerTexts.chart(title)}
        barChartProps={{ accessibilityLayer: false, margin: { top: 10, right: 10, left: 10 } }}
        // The legend has a line of its own: axes of charts beside each other are in line.
        h={chart.series.length > 1 ? 244 : 200}
        dataKey="label"
        type="stacked"
        withLegend={chart.series.length > 1}
        legendProps={{ verticalAlign: 'bottom' }}
        styles={{ legend: { justifyContent: 'center' } }}
        maxBarWidth={40}
        yAxisProps={{ width: 'auto', allowDecimals: chart.valueFormatter !== undefined, interval: 'preserveStartEnd' }}
        gridProps={{ syncWithTicks: true }}
        xAxisProps={{ minTickGap: 16, interval: 'equidistantPreserveStart' }}
        {...chart}
      />
    </section>
  )
}

type BarsProps = Pick<BarChartProps, 'data' | 'series' | 'valueFormatter'> & { title: string }
