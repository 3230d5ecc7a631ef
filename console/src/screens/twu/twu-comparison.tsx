import { Group, NativeSelect, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useApi } from '../../api.ts'
import type { Versions } from '../../filters.ts'
import { Failure } from '../../parts/failure.tsx'
import { Loading } from '../../parts/loading.tsx'
import { Screen } from '../../parts/screen.tsx'
import { texts } from '../../texts.ts'
import { BackToModel } from './twu-back.tsx'
import { Changes } from './twu-changes.tsx'
import { ComparedCases } from './twu-compared-cases.tsx'

const route = getRouteApi('/$instance/twu-models/$modelId/compare')
const labels = texts.models

/** Two versions of a model side by side. Which two is in the address, so that the comparison can be sent to others. */
export function TwuComparison() {
  const { instance, modelId } = route.useParams()
  const { from, to } = route.useSearch()
  const { queries } = useApi()
  const { data: model } = useQuery(queries.twuModels.get(modelId))
  return (
    <Screen
      title={model ? labels.compareOf(model.name) : labels.compare}
      back={<BackToModel instance={instance} modelId={modelId} />}
    >
      <Choice />
      {from === undefined || to === undefined ? (
        <Text>{labels.choose}</Text>
      ) : (
        <Comparison modelId={modelId} from={from} to={to} />
      )}
    </Screen>
  )
}

function Choice() {
  const { from, to } = route.useSearch()
  const navigate = route.useNavigate()
  const change = (changed: Versions) => void navigate({ search: { from, to, ...changed }, replace: true })
  return (
    <Group align="end">
      <VersionSelect label={labels.from} value={from} onChange={(from) => change({ from })} />
      <VersionSelect label={labels.to} value={to} onChange={(to) => change({ to })} />
    </Group>
  )
}

/** Offers the newest versions, and the one in the address, however old it is. */
function VersionSelect({ label, value, onChange }: VersionSelectProps) {
  const { modelId } = route.useParams()
  const { queries } = useApi()
  const { data } = useQuery(queries.twuModels.versions.list(modelId))
  const newest = data?.items.map(({ version }) => version) ?? []
  const known = value === undefined || newest.includes(value) ? newest : [...newest, value]
  return (
    <NativeSelect
      label={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(Number(currentTarget.value) || undefined)}
    >
      <option value="">{texts.none}</option>
      {known.map((version) => (
        <option key={version} value={version}>
          {labels.numbered(version)}
        </option>
      ))}
    </NativeSelect>
  )
}

function Comparison({ modelId, from, to }: ComparisonProps) {
  const { queries } = useApi()
  const { data, error, refetch } = useQuery(queries.twuModels.versions.compare(modelId, from, to))
  if (error) return <Failure error={error} retry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      <Text>{labels.fromTo(data.older, data.newer)}</Text>
      <Changes changes={data.changes} />
      <ComparedCases comparison={data} />
    </>
  )
}

interface VersionSelectProps {
  label: string
  value: number | undefined
  onChange: (version: number | undefined) => void
}

interface ComparisonProps {
  modelId: string
  from: number
  to: number
}
