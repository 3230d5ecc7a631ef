/**
 * The filters of a list, which are in its address: a link and the way back lead to the same list. A screen passes what it
 * reads there, `route.useSearch()`, and how it gets elsewhere, `route.useNavigate()`.
 */
export function useFilters<Filters extends Sorted>(filters: Filters, navigate: Navigate<Filters>) {
  const change = (changed: Partial<Filters>) => void navigate({ search: { ...filters, ...changed }, replace: true })
  const { sort }: { sort?: Filters['sort'] } = filters
  return {
    filters,
    change,
    sort,
    sortBy: (sort: Filters['sort']) => change({ ...filters, sort }),
    isNarrowed: Object.entries(filters).some(([name, value]) => name !== 'sort' && value !== undefined),
  }
}

interface Sorted {
  sort?: string | undefined
}

type Navigate<Filters> = (to: { search: Filters; replace: true }) => Promise<void>
