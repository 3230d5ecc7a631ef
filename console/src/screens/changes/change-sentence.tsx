import type { Change } from '@instance-admin/sdk'
import { Fragment, type ReactNode } from 'react'
import { useApi } from '../../api.ts'
import { isKeyOf, nameIn } from '../../parts/keys-of.ts'
import { TextLink } from '../../parts/link.tsx'
import { texts } from '../../texts.ts'
import { changeTexts as phrases } from '../../texts/changes.ts'
import { ChangedResource } from './changed-resource.tsx'
import { useNamesOfUsers } from '../users/user-names.ts'

const labels = texts.changes

/** Who has done what, as a sentence: "Ada Lovelace published version 3 of Refund handling". */
export function ChangeSentence({ change, among, underline }: ChangeSentenceProps) {
  const names = useNamesOfUsers()
  const { actor, resource, kind } = change
  const person = names.get(resource.id)
  const isNameless = resource.type === 'user' && !person && (resource.name ?? erased) === erased
  const actorName = actor.name === erased ? phrases.nameless.actor : actor.name
  const parts: Record<string, ReactNode> = {
    who: <b>{names.get(actor.id ?? '') ?? actorName ?? actor.id ?? labels.service}</b>,
    type: isNameless ? null : nameIn(phrases.things, resource.type),
    thing: isNameless ? (
      phrases.nameless[kind === 'deleted' ? kind : 'other']
    ) : isWholeLedger(change) ? null : (
      <ChangedResource change={change} person={person} isGone={isGone(change, among)} underline={underline} />
    ),
    version: <ChangedVersion change={change} underline={underline} />,
  }
  return sentenceOf(change)
    .split(/\{(\w+)\}/)
    .map((part, at) => <Fragment key={at}>{at % 2 === 0 ? part : parts[part]}</Fragment>)
}

/** By what the operation means, where it says more than that something is new, changed or gone. */
function sentenceOf(change: Change): string {
  const { operation, kind } = change
  const by = meaningOf(change)
  if (by !== null) return phrases.sentences[by]
  return isKeyOf(phrases.sentences, operation) ? phrases.sentences[operation] : nameIn(phrases.sentences, kind)
}

/** What an update of a single value comes to. */
function meaningOf({ kind, difference, resource: { type } }: Change): keyof typeof phrases.sentences | null {
  const after = (pointer: string) => difference.find((one) => one.pointer === pointer)?.after
  if (kind !== 'updated' || difference.length === 0) return null
  if (type === 'integration' && after('/status') === 'error') return 'broke'
  if (type === 'integration' && after('/status') === 'active') return 'works'
  if (type === 'user' && difference.every(({ pointer }) => pointer === '/roles')) return 'roles'
  const isOn = after('/enabled') ?? after('/active')
  return isOn === undefined || difference.length > 1 ? null : isOn === true ? 'turnedOn' : 'turnedOff'
}

/** Whether one of the records says that the resource was deleted after this change. */
function isGone({ sequence, resource: { type, id } }: Change, among: readonly Change[]): boolean {
  return among.some(
    (one) => one.kind === 'deleted' && one.resource.id === id && one.resource.type === type && one.sequence > sequence,
  )
}

function isWholeLedger({ resource: { type, id } }: Change): boolean {
  return type === 'work_ledger' && id === 'work-ledger'
}

/** The version of a model, as a link to it. */
function ChangedVersion({ change: { resource, version }, underline }: Omit<ChangeSentenceProps, 'among'>) {
  const { instance } = useApi()
  if (version === null) return phrases.aVersion
  const params = { instance, modelId: resource.id, version: String(version) }
  return (
    <TextLink inherit underline={underline} to="/$instance/twu-models/$modelId/draft/$version" params={params}>
      {phrases.version(version)}
    </TextLink>
  )
}

/** Stands in records for what said who a deleted user was. */
const erased = 'erased'

interface ChangeSentenceProps {
  change: Change
  /** The records that are shown with it. */
  among: readonly Change[]
  underline: 'always' | 'hover'
}
