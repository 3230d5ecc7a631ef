import { TextLink } from '../../parts/link.tsx'
import { texts } from '../../texts.ts'

/** Leads from a version, or from two of them, to their model. */
export function BackToModel({ instance, modelId }: { instance: string; modelId: string }) {
  return (
    <TextLink to="/$instance/twu-models/$modelId" params={{ instance, modelId }} size="sm" w="fit-content">
      <span aria-hidden>← </span>
      {texts.models.openModel}
    </TextLink>
  )
}
