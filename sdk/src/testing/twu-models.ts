import type {
  TwuModel,
  TwuModelInput,
  TwuModelStatus,
  TwuModelSummary,
  TwuModelVersion,
} from '../../../spec/openapi.gen.ts'
import { checkDraft } from '../../../contract/rules/draft.ts'
import type { Context, Model, Operation, Row } from './operation.ts'
import { contains, takePage, type Filters } from './pages.ts'
import { answerRead, etagOf, refuseChange } from './rows.ts'

export const listTwuModels: Operation<'listTwuModels'> = ({ query }, context) => {
  const items = [...context.instance.models.values()].map(toSummary)
  const taken = takePage(context, { scope: 'twu-models', items, idOf: ({ id }) => id, filters }, query)
  return taken.ok ? { status: 200, body: { content: taken.content, page: taken.page } } : taken.answer
}

const filters: Filters<'listTwuModels', TwuModelSummary> = {
  name: (model, wanted) => contains(model.name, wanted),
  status: (model, wanted) => model.status === wanted,
}

export const createTwuModel: Operation<'createTwuModel'> = ({ path, body }, { instance, newId, now }) => {
  const [id, createdAt] = [newId(), now()]
  const draft = toDraft(body, { modelId: id, version: 1, createdAt, updatedAt: createdAt })
  const model = { id, createdAt, updatedAt: createdAt, revision: 1, versions: [{ item: draft, revision: 1 }] }
  instance.models.set(id, model)
  const headers = { ...etagOf(model), Location: `/instances/${path.instanceId}/twu-models/${id}` }
  return { status: 201, headers, body: toModel(model) }
}

export const getTwuModel: Operation<'getTwuModel'> = ({ path, headers }, { instance }) => {
  const model = instance.models.get(path.modelId)
  return model ? answerRead(etagOf(model), toModel(model), headers) : modelNotFound
}

export const publishTwuModel: Operation<'publishTwuModel'> = ({ path }, context) => {
  const model = context.instance.models.get(path.modelId)
  if (!model) return modelNotFound
  const draft = findDraft(model)
  if (!draft) return { status: 409, problem: { code: 'draft_missing' } }
  const errors = checkDraft(draft.item, () => null)
  const detail = `The draft has ${errors.length === 1 ? '1 fault' : `${errors.length} faults`}; all are listed in errors, with pointers into the draft.`
  if (errors.length > 0) return { status: 422, problem: { code: 'draft_incomplete', detail, errors } }
  const publishedAt = context.now()
  return changeVersion(model, draft, {
    ...draft.item,
    status: 'published',
    publishedAt,
    updatedAt: publishedAt,
  })
}

/** The answer is a plain array, so that where to go on stands in the `Link` header. */
export const listTwuModelVersions: Operation<'listTwuModelVersions'> = ({ path, query }, context) => {
  const items = context.instance.models.get(path.modelId)?.versions.map(({ item }) => item) ?? []
  const scope = `twu-models/${path.modelId}/versions`
  const taken = takePage(context, { scope, items, idOf: ({ version }) => version }, query)
  if (!taken.ok) return taken.answer
  if (items.length === 0) return modelNotFound
  const first = new URLSearchParams({ size: String(query.size), sort: String(query.sort) }).toString()
  const { next } = taken.page
  const Link = [
    `<?${first}>; rel="first"`,
    ...(next === null ? [] : [`<?${first}&cursor=${next}>; rel="next"`]),
  ]
  return { status: 200, headers: { Link: Link.join(', ') }, body: taken.content }
}

export const createTwuModelVersion: Operation<'createTwuModelVersion'> = (
  { path, body },
  { instance, now },
) => {
  const model = instance.models.get(path.modelId)
  if (!model) return modelNotFound
  const draft = findDraft(model)?.item.version
  const detail = `Version ${draft} is a draft. Edit, publish or archive it before you create another version.`
  if (draft !== undefined) return { status: 409, problem: { code: 'draft_exists', detail } }
  const [createdAt, version] = [now(), model.versions.length + 1]
  const row = {
    item: toDraft(body, { modelId: model.id, version, createdAt, updatedAt: createdAt }),
    revision: 1,
  }
  model.versions.push(row)
  touch(model, createdAt)
  const Location = `/instances/${path.instanceId}/twu-models/${model.id}/versions/${version}`
  return { status: 201, headers: { ...etagOf(row), Location }, body: row.item }
}

export const getTwuModelVersion: Operation<'getTwuModelVersion'> = ({ path, headers }, context) => {
  const found = findVersion(context, path)
  return found.ok ? answerRead(etagOf(found.row), found.row.item, headers) : found.answer
}

export const updateTwuModelVersion: Operation<'updateTwuModelVersion'> = (
  { path, headers, body },
  context,
) => {
  const found = findVersion(context, path)
  if (!found.ok) return found.answer
  const { model, row } = found
  const refused = refuseChange(row, headers)
  if (refused) return refused
  const { modelId, version, status, createdAt } = row.item
  const detail = `Version ${version} is ${status} and never changes. Create a new version to change the model.`
  if (status !== 'DRAFT') return { status: 409, problem: { code: 'version_not_draft', detail } }
  return changeVersion(model, row, toDraft(body, { modelId, version, createdAt, updatedAt: context.now() }))
}

export const archiveTwuModelVersion: Operation<'archiveTwuModelVersion'> = ({ path }, context) => {
  const found = findVersion(context, path)
  if (!found.ok) return found.answer
  const { model, row } = found
  if (row.item.status === 'archived') return { status: 200, headers: etagOf(row), body: row.item }
  const archivedAt = context.now()
  return changeVersion(model, row, { ...row.item, status: 'archived', archivedAt, updatedAt: archivedAt })
}

function findVersion({ instance }: Context, { modelId, version }: { modelId: string; version: number }) {
  const model = instance.models.get(modelId)
  if (!model) return { ok: false, answer: modelNotFound } as const
  const row = model.versions[version - 1]
  if (row) return { ok: true, model, row } as const
  const detail = `The TWU model has no version ${version}.`
  return {
    ok: false,
    answer: { status: 404, problem: { code: 'twu_model_version_not_found', detail } },
  } as const
}

function findDraft({ versions }: Model): Row<TwuModelVersion> | undefined {
  return versions.find(({ item }) => item.status === 'DRAFT')
}

function changeVersion(model: Model, row: Row<TwuModelVersion>, item: TwuModelVersion) {
  row.item = item
  row.revision += 1
  touch(model, item.updatedAt)
  return { status: 200, headers: etagOf(row), body: item } as const
}

/** A model changes with each of its versions. */
function touch(model: Model, updatedAt: string): void {
  model.revision += 1
  model.updatedAt = updatedAt
}

function toDraft(
  { name, description, entities = [], actions = [], events = [], outcomes = [] }: TwuModelInput,
  place: Pick<TwuModelVersion, 'modelId' | 'version' | 'createdAt' | 'updatedAt'>,
): TwuModelVersion {
  const content = { name, description, entities, actions, events, outcomes }
  return { ...place, ...content, status: 'DRAFT', publishedAt: null, archivedAt: null }
}

/** Name and description are those of the latest version. */
function toSummary({ id, createdAt, updatedAt, versions }: Model): TwuModelSummary {
  const { name, description, version } = latestOf(versions)
  const newest = (status: TwuModelStatus) =>
    versions.filter(({ item }) => item.status === status).at(-1)?.item.version ?? null
  const [draftVersion, publishedVersion] = [newest('DRAFT'), newest('published')]
  const status = publishedVersion !== null ? 'published' : draftVersion !== null ? 'DRAFT' : 'archived'
  return {
    id,
    modelId: id,
    name,
    description,
    status,
    version,
    draftVersion,
    publishedVersion,
    createdAt,
    updatedAt,
  }
}

function toModel(model: Model): TwuModel {
  const { entities, actions, events, outcomes } = latestOf(model.versions)
  return { ...toSummary(model), entities, actions, events, outcomes }
}

function latestOf(versions: readonly Row<TwuModelVersion>[]): TwuModelVersion {
  const latest = versions.at(-1)
  if (!latest) throw new Error('A model has a version from the beginning.')
  return latest.item
}

const modelNotFound = { status: 404, problem: { code: 'twu_model_not_found' } } as const
