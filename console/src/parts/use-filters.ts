/**
 * The filters of a list, which are in its address: a link and the way back lead to the same list. A screen passes what it
 * reads there, `route.useSearch()`, and how it gets elsewhere, `route.useNavigate()`.
 */
export function useFilters<Filters extends Sorted>(filters: Filters, navigate: Navigate<Filters>) {
  const change = (changed: Partial<Filters>) => void navigate({ search: { ...filters, ...changed }, replace: true })
  /** For the field of a filter: what it shows, and how it changes. */
  function propsOf<Name extends keyof Filters>(name: Name) {
    return {
      value: filters[name],
      onChange(value: Filters[Name] | undefined) {
        const changed: Partial<Filters> = {}
        changed[name] = value
        change(changed)
      },
    }
  }
  const { sort }: { sort?: Filters['sort'] } = filters
  const set = Object.entries(filters).flatMap(([name, value]) => (name !== 'sort' && value !== undefined ? [name] : []))
  return {
    filters,
    change,
    propsOf,
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
