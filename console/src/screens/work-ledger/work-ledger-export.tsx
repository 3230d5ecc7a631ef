import { Group, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { workLedgerExportFormatValues } from '@instance-admin/sdk'
import type { ExportWorkLedgerQuery, WorkLedgerExportFormat } from '@instance-admin/sdk'
import { useApi } from '../../api.ts'
import { Failure } from '../../parts/failure.tsx'
import { notify } from '../../parts/notify.tsx'
import { PendingButton } from '../../parts/pending-button.tsx'
import { ledgerTexts } from '../../texts/ledger.ts'

/** Buttons that download every entry that the filters leave, in the order of the list. */
export function Export({ query }: { query: ExportWorkLedgerQuery }) {
  const { client } = useApi()
  const download = useMutation({
    mutationFn: async (format: WorkLedgerExportFormat) => {
      const { data, fileName } = await client.workLedger.export({ ...query, format }).withResponse()
      const name = fileName ?? `work-ledger.${format}`
      save(await new Response(data).blob(), name)
      return name
    },
    onSuccess: (name) => notify(ledgerTexts.exported(name)),
  })
  return (
    <Stack gap={0}>
      <Group gap={4} justify="end">
        {workLedgerExportFormatValues.map((format) => (
          <PendingButton
            key={format}
            size="compact-sm"
            variant="default"
            isPending={download.isPending && download.variables === format}
            disabled={download.isPending}
            onClick={() => download.mutate(format)}
          >
            {ledgerTexts.export[format]}
          </PendingButton>
        ))}
      </Group>
      {download.error && <Failure error={download.error} />}
    </Stack>
  )
}

/** Browsers save what a link leads to. The page holds the whole of it for as long as that takes. */
function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}
