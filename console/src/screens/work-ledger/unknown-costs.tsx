import { useApi } from '../../api.ts'
import { TextLink } from '../../parts/link.tsx'
import { workTexts } from '../../texts/work.ts'

/** How many operations a sum of costs leaves out, with the way to the prices that are missing. Nothing where it has all. */
export function unknownCosts(count = 0) {
  return count > 0 && <UnknownCosts count={count} />
}

function UnknownCosts({ count }: { count: number }) {
  const { instance, may } = useApi()
  return (
    <>
      {workTexts.unknownCosts(count)}
      {may('modelPrices.set') && (
        <>
          {': '}
          <TextLink inherit underline="always" to="/$instance/prices" params={{ instance }}>
            {workTexts.addPrice}
          </TextLink>
        </>
      )}
    </>
  )
}
