import type { Fault, TwuModelVersion } from '@instance-admin/sdk'
import type { Versioned } from '@instance-admin/sdk/react-query'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { notify } from '../../parts/notify.tsx'
import { useEditing } from '../../parts/use-editing.ts'
import { texts } from '../../texts.ts'
import { toDraftBody, toDraftValues, type DraftForm } from './twu-draft-values.ts'
import type { Faults } from './twu-faults.ts'

const labels = texts.models

/** Saves a draft, and asks before it is published. What it lacks, the answer to a save tells. */
export function useSaving({ latest, form, faults }: SavingOptions) {
  const { queries, client } = useApi()
  const { modelId, version } = latest.data
  const [isAsking, setAsking] = useState(false)
  /** New with each answer that tells of faults, so that the form leads to the first. */
  const [refusal, setRefusal] = useState<readonly Fault[] | null>(null)
  const update = useMutation(queries.twuModels.versions.updateWithVersion())
  const editing = useEditing({
    latest,
    form,
    toValues: toDraftValues,
    read: () => client.twuModels.versions.get(modelId, version).withResponse(),
    write: (values, ifMatch) => update.mutateAsync({ modelId, version, body: toDraftBody(values), ifMatch }),
    onSaved: (_draft, undo) => notify(labels.saved(version), undo),
  })

  async function save(values = form.getValues()) {
    const saved = await editing.save(values)
    if (saved) faults.tell(saved.data.report?.faults ?? [], false)
    return saved
  }

  /**
   * What is published is what is on the screen: it is saved first, and nothing that others saved meanwhile goes with it. A save of
   * what is saved already changes nothing, and tells what the draft lacks.
   */
  async function askToPublish() {
    const { version: ifMatch } = editing.base
    const saved = editing.isUntouched
      ? await update.mutateAsync({ modelId, version, body: toDraftBody(form.getValues()), ifMatch }).catch(() => null)
      : await save()
    const found = saved?.data.report?.faults ?? []
    if (found.length > 0) refuse(found)
    else if (saved || editing.isUntouched) setAsking(true)
  }

  function refuse(found: readonly Fault[]) {
    setAsking(false)
    faults.tell(found, true)
    setRefusal(found)
  }

  const isAsSaved = editing.isUntouched && update.data?.version === editing.base.version
  return {
    ...editing,
    save,
    askToPublish,
    isAsking,
    stopAsking: () => setAsking(false),
    refuse,
    refusal: editing.error ?? refusal,
    isPending: update.isPending,
    /** Of the draft as it is saved. */
    version: editing.base.version,
    /** What the last save told, for as long as it is about what is on the screen. */
    report: isAsSaved ? (update.data?.data.report ?? null) : undefined,
  }
}

interface SavingOptions {
  latest: Versioned<TwuModelVersion>
  form: DraftForm
  faults: Faults
}
