import { createClient, isApiError } from '@instance-admin/sdk'
import { signIn } from './sign-in.ts'

/** A small front end: signs in, lists and creates agents and users, and shows what a failure says. */
const token = await signIn({ issuer: import.meta.env.VITE_ISSUER, clientId: 'dev-app', instance: 'acme' })
const acme = createClient({ baseUrl: import.meta.env.VITE_BASE_URL, token }).instance('acme')

await showAgents()
await showUsers()
find('main').hidden = false

onSubmit('#create-agent', async (fields) => {
  await acme.agents.create({ name: fields.get('name') ?? '', type: 'HUMAN', active: true })
  await showAgents()
})

onSubmit('#create-user', async (fields) => {
  const username = fields.get('username') ?? ''
  await acme.users.create({
    username,
    email: `${username}@example.com`,
    name: username,
    temporaryPassword: crypto.randomUUID(),
  })
  await showUsers()
})

async function showAgents(): Promise<void> {
  const names: string[] = []
  for await (const { name } of acme.agents.list({ size: 1, sort: 'name,asc' })) names.push(name)
  show('#agents', names)
}

async function showUsers(): Promise<void> {
  const { items } = await acme.users.list({ sort: 'username,asc' })
  show(
    '#users',
    items.map(({ username }) => username),
  )
}

function show(list: string, lines: readonly string[]): void {
  const items = lines.map((line) => {
    const item = document.createElement('li')
    item.textContent = line
    return item
  })
  find(list).replaceChildren(...items)
}

function onSubmit(form: string, submit: (fields: URLSearchParams) => Promise<void>): void {
  find(form).addEventListener('submit', (event) => {
    event.preventDefault()
    const fields = new URLSearchParams()
    for (const input of find(form).querySelectorAll('input')) fields.set(input.name, input.value)
    void submit(fields).then(
      () => alert(''),
      (error: unknown) => alert(messageOf(error)),
    )
  })
}

/** What the service said, and which field it was about. */
function messageOf(error: unknown): string {
  if (!isApiError(error)) return String(error)
  return [error.message, ...error.errors.map(({ pointer, message }) => `${pointer}: ${message}`)].join(' ')
}

function alert(message: string): void {
  find('[role=alert]').textContent = message
}

function find(selector: string): HTMLElement {
  const element = document.querySelector(selector)
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no ${selector}.`)
  return element
}
