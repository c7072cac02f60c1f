import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DevJson, Example, ExampleRequest } from './dev-json.ts'
import { writeFileAtomically } from './write-file.ts'

const ACTORS = { admin: 'user', seller: 'seller', foreign_seller: 'seller', customer: 'customer' } as const
type Actor = keyof typeof ACTORS

const fileOf = (home: string) => join(home, 'requests.http')

/** All example requests and the log-ins, for the REST Client of VS Code and the HTTP client of JetBrains. */
export async function writeRequestsHttp(home: string, dev: DevJson) {
  await writeFileAtomically(fileOf(home), requestsHttp(dev), 0o600)
}

export async function removeRequestsHttp(home: string) {
  await rm(fileOf(home), { force: true })
}

/** Each request with its possible statuses in its title; tokens and key are defined once, at the top. */
function requestsHttp(dev: DevJson) {
  const variables = {
    base_url: dev.base_url,
    publishable_key: dev.publishable_key,
    admin_token: dev.admin.token,
    seller_token: dev.seller.token,
    foreign_seller_token: dev.foreign_seller.token,
    customer_token: dev.customer.token,
  }
  const requests = [
    ...Object.entries(dev.examples).flatMap(([name, example]) => sequence(name, example)),
    ...(Object.keys(ACTORS) as Actor[]).map((actor) => logIn(actor, dev[actor])),
  ]
  return [
    '# Requests to the running development instance; this file is made at its start and removed at its end.',
    '# VS Code: extension "REST Client". JetBrains: open it. Void tokens: npm run token -- seller gives a new one.',
    '',
    ...Object.entries(variables).map(([name, value]) => `@${name} = ${value}`),
    '',
    ...requests.map(({ title, request }) => withVariables(render(title, request), variables)),
  ].join('\n')
}

interface TitledRequest {
  title: string
  request: ExampleRequest
}

function sequence(name: string, { before = [], status, ...request }: Example): TitledRequest[] {
  const preparing = before.map(({ accept, ...first }) => ({
    title: `${name}: before it (${accept.join(' or ')})`,
    request: first,
  }))
  return [...preparing, { title: `${name} (${status})`, request }]
}

function logIn(actor: Actor, { email, password }: DevJson[Actor]): TitledRequest {
  const headers = { 'content-type': 'application/json' }
  const path = `/auth/${ACTORS[actor]}/emailpass`
  return { title: `log-in: ${actor} (200)`, request: { method: 'POST', path, headers, body: { email, password } } }
}

function render(title: string, { method, path, headers, body }: ExampleRequest) {
  const head = [
    `### ${title}`,
    `${method} {{base_url}}${path}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  ]
  return [...head, ...(body ? ['', JSON.stringify(body, null, 2)] : []), ''].join('\n')
}

/** Long values appear once, elsewhere replaced by their names. */
function withVariables(text: string, { base_url: _url, ...values }: Record<string, string>) {
  return Object.entries(values).reduce((result, [name, value]) => result.replaceAll(value, `{{${name}}}`), text)
}
