import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useApi } from '../../api.ts'
import { sampleOperations, toDefinition, toOperations, type BenchForm } from './twu-bench-values.ts'
import type { DraftForm } from './twu-draft-values.ts'

/**
 * What the service makes of both forms, 300 ms after the last key. Until then, what was there before is old. With an empty bench
 * it still checks the expressions, and what it computes means nothing.
 */
export function useEvaluation(form: DraftForm, bench: BenchForm) {
  const { instance, client } = useApi()
  const [values] = useDebouncedValue(form.values, 300)
  const [rows] = useDebouncedValue(bench.values.operations, 300)
  const operations = toOperations(rows)
  const isEmpty = rows.length === 0
  const tried = isEmpty ? sampleOperations(values) : (operations ?? [])
  const body = { definition: toDefinition(values), operations: tried }
  const { data, error, isPlaceholderData, refetch } = useQuery({
    queryKey: [instance, 'bench', body],
    queryFn: ({ signal }) => client.twuModels.evaluate(body, { signal }),
    enabled: operations !== null,
    placeholderData: keepPreviousData,
    // What was typed on the way is not looked at again.
    gcTime: 0,
    retry: false,
  })
  const isTyping = values !== form.values || rows !== bench.values.operations
  const isOld = isTyping || isPlaceholderData || operations === null
  return { data, error, operations: tried, isEmpty, isOld, retry: () => void refetch() }
}

export type Tried = ReturnType<typeof useEvaluation>
