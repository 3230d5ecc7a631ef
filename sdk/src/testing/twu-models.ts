import { answerRead, etagOf, refuseChange } from '../../../contract/rules/etag.ts'
import { answerList, matcher, type Filters } from '../../../contract/rules/list-in-memory.ts'
import { linkPages } from '../../../contract/rules/pages.ts'
import * as refusals from '../../../contract/rules/refusals.ts'
import { refuseEmptyRanges } from '../../../contract/rules/ranges.ts'
import { contains } from '../../../contract/rules/text.ts'
import { backtest } from '../../../contract/rules/twu/backtest.ts'
import { compareVersions } from '../../../contract/rules/twu/compare.ts'
import { chooseModel, toDefinition } from '../../../contract/rules/twu/definition.ts'
import { compileModel, evaluateModel, tryModel, type Definition } from '../../../contract/rules/twu/evaluate.ts'
import { reportOn } from '../../../contract/rules/twu/report.ts'
import type {
  TwuModel,
  TwuModelInput,
  TwuModelStatus,
  TwuModelSummary,
  TwuModelVersion,
} from '../../../spec/gen/openapi.gen.ts'
import type { Context, Model, Operation, Row } from './operation.ts'
import { answerCreated, answerState, isSameState, tagOf } from './rows.ts'
import { filtersOf } from './shares.ts'

export const listTwuModels: Operation<'listTwuModels'> = ({ path, query }, { instance }) => {
  const items = [...instance.models.values()].map(toSummary)
  return answerList({ scope: ['twu-models', path.instanceId], items, filters }, query)
}

const filters: Filters<'listTwuModels', TwuModelSummary> = {
  name: (model, wanted) => contains(model.name, wanted),
  status: (model, wanted) => model.status === wanted,
  hasDraft: (model, wanted) => (model.draftVersion !== null) === wanted,
}

export const createTwuModel: Operation<'createTwuModel'> = ({ path, body }, { instance, newId, now }) => {
  const [id, createdAt] = [newId(), now()]
  const draft = toDraft(body, { modelId: id, version: 1, etag: etagOf(1, 1), createdAt, updatedAt: createdAt })
  const model: Model = { id, versions: [{ item: draft, revision: 1 }] }
  instance.models.set(id, model)
  const row = { item: toModel(model), revision: 1 }
  return withReport(answerCreated(row, `/instances/${path.instanceId}/twu-models/${id}`))
}

export const getTwuModel: Operation<'getTwuModel'> = ({ path, headers }, { instance }) => {
  const model = instance.models.get(path.modelId)
  return model ? answerRead(tagOf(model), toModel(model), headers) : refusals.twuModelNotFound
}

export const publishTwuModel: Operation<'publishTwuModel'> = ({ path, headers }, context) => {
  const model = context.instance.models.get(path.modelId)
  if (!model) return refusals.twuModelNotFound
  const draft = newest(model, 'DRAFT')
  if (!draft) return refusals.draftMissing
  const refused = refuseChange(draft.item.etag, headers, tagOf(model))
  if (refused) return refused
  const { faults } = reportOn(draft.item)
  if (faults.length > 0) return refusals.draftIncomplete(faults)
  const publishedAt = context.now()
  return changeVersion(draft, { ...draft.item, status: 'published', publishedAt, updatedAt: publishedAt })
}

export const listTwuModelVersions: Operation<'listTwuModelVersions'> = ({ path, query }, { instance }) => {
  const items = instance.models.get(path.modelId)?.versions.map(({ item }) => item) ?? []
  const scope = ['twu-model-versions', path.instanceId, path.modelId]
  const largePart = (version: TwuModelVersion) => [toDefinition(version)]
  const answer = answerList({ scope, items, idOf: ({ version }) => version, largePart }, query)
  if (answer.status !== 200) return answer
  if (items.length === 0) return refusals.twuModelNotFound
  const { content, page } = answer.body
  return { status: 200, headers: { Link: linkPages(query, page.next) }, body: content }
}

export const createTwuModelVersion: Operation<'createTwuModelVersion'> = ({ path, body }, { instance, now }) => {
  const model = instance.models.get(path.modelId)
  if (!model) return refusals.twuModelNotFound
  const draft = newest(model, 'DRAFT')
  if (draft) return refusals.draftExists(draft.item.version)
  const [createdAt, version] = [now(), model.versions.length + 1]
  const place = { modelId: model.id, version, etag: etagOf(1, version), createdAt, updatedAt: createdAt }
  const row = { item: toDraft(body, place), revision: 1 }
  model.versions.push(row)
  return withReport(answerCreated(row, `/instances/${path.instanceId}/twu-models/${model.id}/versions/${version}`))
}

export const getTwuModelVersion: Operation<'getTwuModelVersion'> = ({ path, headers }, context) => {
  const found = findVersion(context, path)
  return 'problem' in found ? found : answerRead(found.row.item.etag, found.row.item, headers)
}

export const updateTwuModelVersion: Operation<'updateTwuModelVersion'> = ({ path, headers, body }, context) => {
  const found = findVersion(context, path)
  if ('problem' in found) return found
  const { model, row } = found
  const refused = refuseChange(row.item.etag, headers, tagOf(model))
  if (refused) return refused
  const { modelId, version, etag, status, createdAt } = row.item
  if (status !== 'DRAFT') return refusals.versionNotDraft(version, status)
  const draft = toDraft(body, { modelId, version, etag, createdAt, updatedAt: context.now() })
  return withReport(isSameState(row.item, draft) ? answerState(row) : changeVersion(row, draft))
}

export const archiveTwuModelVersion: Operation<'archiveTwuModelVersion'> = ({ path, headers }, context) => {
  const found = findVersion(context, path)
  if ('problem' in found) return found
  const { model, row } = found
  const refused = refuseChange(row.item.etag, headers, tagOf(model))
  if (refused) return refused
  if (row.item.status === 'archived') return answerState(row)
  const archivedAt = context.now()
  return changeVersion(row, { ...row.item, status: 'archived', archivedAt, updatedAt: archivedAt })
}

export const evaluateTwuModel: Operation<'evaluateTwuModel'> = ({ body }, context) => {
  const chosen = chooseModel(body)
  if (chosen.refused) return chosen.refused
  if (chosen.definition) return { status: 200, body: tryModel(chosen.definition, body.operations) }
  const found = findVersion(context, chosen)
  return 'problem' in found ? found : { status: 200, body: tryModel(found.row.item, body.operations) }
}

export const compareTwuModelVersions: Operation<'compareTwuModelVersions'> = ({ path }, context) => {
  const one = findVersion(context, path)
  if ('problem' in one) return one
  const other = findVersion(context, { ...path, version: path.other })
  return 'problem' in other ? other : { status: 200, body: compareVersions(one.row.item, other.row.item) }
}

export const backtestTwuModelVersion: Operation<'backtestTwuModelVersion'> = ({ path, query }, context) => {
  const { size = 200, ...wanted } = query
  const emptyRanges = refuseEmptyRanges(wanted)
  if (emptyRanges) return emptyRanges
  const found = findVersion(context, path)
  if ('problem' in found) return found
  const { ledger, executions } = context.instance
  const matches = matcher(filtersOf(context.instance), { ...wanted, modelId: path.modelId })
  const entries = [...ledger.values()]
    .filter((entry) => executions.has(entry.id) && matches(entry))
    .sort((a, b) => ((b.createdAt === a.createdAt ? b.id > a.id : b.createdAt > a.createdAt) ? 1 : -1))
    .slice(0, size)
  const model = compileModel(found.row.item)
  const tested = entries.map((entry) => {
    return { entry, computed: evaluateModel(model, executions.get(entry.id)?.report.operations ?? []) }
  })
  return { status: 200, body: backtest(found.row.item, tested, tested.length) }
}

/** The answer of a save also says what the draft still lacks. */
function withReport<Answer extends { body: Definition }>(answer: Answer): Answer {
  return { ...answer, body: { ...answer.body, report: refusals.cutFaults(reportOn(answer.body)) } }
}

/** Without a number, the version that the model shows. */
function findVersion({ instance }: Context, { modelId, version }: { modelId: string; version?: number | undefined }) {
  const model = instance.models.get(modelId)
  if (!model) return refusals.twuModelNotFound
  const number = version ?? shownOf(model).version
  const row = model.versions[number - 1]
  return row ? { model, row } : refusals.twuModelVersionNotFound(number)
}

function changeVersion(row: Row<TwuModelVersion>, item: TwuModelVersion) {
  row.revision += 1
  row.item = { ...item, etag: etagOf(row.revision, item.version) }
  return answerState(row)
}

function toDraft(
  { name, description, ...lists }: TwuModelInput,
  place: Pick<TwuModelVersion, 'modelId' | 'version' | 'etag' | 'createdAt' | 'updatedAt'>,
): TwuModelVersion {
  const content = { name, description, ...toDefinition(lists) }
  return { ...place, ...content, status: 'DRAFT', publishedAt: null, archivedAt: null }
}

function toSummary(model: Model): TwuModelSummary {
  const { id, versions } = model
  const { name, description, status, version } = shownOf(model)
  return {
    id,
    etag: tagOf(model),
    modelId: id,
    name,
    description,
    status,
    version,
    draftVersion: newest(model, 'DRAFT')?.item.version ?? null,
    publishedVersion: newest(model, 'published')?.item.version ?? null,
    createdAt: versions[0].item.createdAt,
    updatedAt: versions.reduce((latest, { item }) => (item.updatedAt > latest ? item.updatedAt : latest), ''),
  }
}

function toModel(model: Model): TwuModel {
  return { ...toSummary(model), ...toDefinition(shownOf(model)) }
}

/** The newest published version; without one the draft; without either the newest. */
function shownOf(model: Model): TwuModelVersion {
  const [first] = model.versions
  const shown = newest(model, 'published') ?? newest(model, 'DRAFT') ?? model.versions.at(-1) ?? first
  return shown.item
}

/** The newest version in this state. */
function newest({ versions }: Model, status: TwuModelStatus): Row<TwuModelVersion> | undefined {
  return versions.findLast(({ item }) => item.status === status)
}
