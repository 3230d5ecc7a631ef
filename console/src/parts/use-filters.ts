/**
 * The filters of a list, which are in its address: a link and the way back lead to the same list. A screen passes what it
 * reads there, `route.useSearch()`, and how it gets elsewhere, `route.useNavigate()`.
 */
export function useFilters<Filters extends Sorted>(filters: Filters, navigate: Navigate<Filters>) {
  const change = (changed: Partial<Filters>) => void navigate({ search: { ...filters, ...changed }, replace: true })
  const { sort }: { sort?: Filters['sort'] } = filters
  const set = Object.entries(filters).flatMap(([name, value]) => (name !== 'sort' && value !== undefined ? [name] : []))
  return {
    filters,
    change,
    sort,
    sortBy: (sort: Filters['sort']) => change({ ...filters, sort }),
    /** How many filters are set. */
    set: set.length,
    isNarrowed: set.length > 0,
    clear() {
      const search = { ...filters }
      for (const name of set) Reflect.deleteProperty(search, name)
      void navigate({ search, replace: true })
    },
  }
}

interface Sorted {
  sort?: string | undefined
}

type Navigate<Filters> = (to: { search: Filters; replace: true }) => Promise<void>
