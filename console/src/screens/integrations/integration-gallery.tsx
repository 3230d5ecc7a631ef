import { Button, Group, Stack, TextInput, Title, UnstyledButton } from '@mantine/core'
import { integrationTypeGroupValues, type IntegrationType, type IntegrationTypeGroup } from '@instance-admin/sdk'
import { useState, type ChangeEvent, type SubmitEvent } from 'react'
import { Empty } from '../../parts/empty.tsx'
import { Mark } from '../../parts/mark.tsx'
import { texts } from '../../texts.ts'
import classes from './integration-gallery.module.css'

const labels = texts.integrations

/** All types by their groups, narrowed by what somebody types. Enter takes the first one. */
export function IntegrationGallery({ types, choose }: IntegrationGalleryProps) {
  const [search, setSearch] = useState('')
  const [group, setGroup] = useState<IntegrationTypeGroup | null>(null)
  const found = types.filter((type) => matches(type, search) && (group === null || type.group === group))
  // It connects what no other type is for.
  const generic = types.find(({ type }) => type === 'HTTP')
  function type(event: ChangeEvent<HTMLInputElement>) {
    // Not what the dialog would ask about before it closes.
    event.stopPropagation()
    setSearch(event.currentTarget.value)
  }
  function takeFirst(event: SubmitEvent) {
    event.preventDefault()
    const [first] = sections(found).flatMap((section) => section.types)
    if (first && search !== '') choose(first)
  }
  const nextSteps = (
    <>
      <Button
        variant="default"
        onClick={() => {
          setSearch('')
          setGroup(null)
        }}
      >
        {texts.list.clear}
      </Button>
      {generic && <Button onClick={() => choose(generic)}>{generic.name}</Button>}
    </>
  )
  return (
    <Stack>
      <form role="search" onSubmit={takeFirst}>
        <TextInput type="search" label={labels.searchTypes} value={search} onChange={type} />
      </form>
      <Group gap="xs" role="group" aria-label={labels.groupsOfTypes}>
        {[null, ...integrationTypeGroupValues].map((value) => (
          <Button
            key={value}
            size="compact-sm"
            variant={group === value ? 'filled' : 'default'}
            aria-pressed={group === value}
            onClick={() => setGroup(value)}
          >
            {value === null ? texts.all : labels.groups[value]}
          </Button>
        ))}
      </Group>
      {found.length === 0 && <Empty of={labels.noSuchType} next={<Group justify="center">{nextSteps}</Group>} />}
      {sections(found).map((section) => (
        <section key={section.group} aria-labelledby={`types-${section.group}`}>
          <Title order={3} size="h5" mb="xs" id={`types-${section.group}`}>
            {labels.groups[section.group]}
          </Title>
          <div className={classes.grid}>
            {section.types.map((one) => (
              <UnstyledButton key={one.type} className={classes.card} onClick={() => choose(one)}>
                <Mark of={one.name} />
                {one.name}
              </UnstyledButton>
            ))}
          </div>
        </section>
      ))}
    </Stack>
  )
}

function matches({ name, type }: IntegrationType, search: string): boolean {
  const wanted = search.trim().toLowerCase()
  return name.toLowerCase().includes(wanted) || type.toLowerCase().includes(wanted.replaceAll(' ', '_'))
}

function sections(types: readonly IntegrationType[]) {
  return integrationTypeGroupValues
    .map((group) => ({ group, types: types.filter((type) => type.group === group) }))
    .filter((section) => section.types.length > 0)
}

interface IntegrationGalleryProps {
  types: readonly IntegrationType[]
  choose: (type: IntegrationType) => void
}
