import { readValues } from '../start/arguments.ts'
import { SERVICES } from '../start/config.ts'

/** Those that own records; the gateway has none. */
const OWNERS: readonly string[] = SERVICES.filter((name) => name !== 'gateway')
const KNOWN = ['service', 'from', 'to', 'id'] as const

export interface RepublishOptions {
  services: string[]
  from: Date | undefined
  to: Date | undefined
  id: string | undefined
  /** Only counts. */
  dryRun: boolean
}

export const HELP = `npm run republish -- --from 2026-01-01T00:00Z [--to 2026-01-02T00:00Z] [--service cart,orders] [--dry-run]
npm run republish -- --id cart_01J... [--dry-run]

Publishes events again that the services keep in MongoDB: after the stream of events was lost, or for a consumer that lost something.

  --from, --to   events last published in this interval, even if the change was earlier; ISO 8601 with Z or an offset, --to exclusive,
                 default now
  --id           the events of this record
  --service      of these services only: ${OWNERS.join(', ')}; default all
  --dry-run      only counts

Servers: NATS_URL, MONGODB_URL and MONGODB_PREFIX, by default those of the development instance in SOUK_HOME.`

/** @throws Error that names each wrong argument */
export function readOptions(args: readonly string[]): RepublishOptions {
  const given = new Map(
    readValues(
      args.filter((arg) => arg !== '--dry-run'),
      KNOWN,
    ),
  )
  const problems: string[] = []
  const time = (name: 'from' | 'to') => {
    const text = given.get(name)
    if (text === undefined) return undefined
    const date = new Date(text)
    if (Number.isNaN(date.getTime()) || !/^\d{4}-\d\d-\d\d(T.*(Z|[+-]\d\d:\d\d))?$/.test(text))
      problems.push(`--${name} ${text} must be a time such as 2026-01-01T00:00Z`)
    return date
  }
  const services = given.get('service')?.split(',') ?? [...OWNERS]
  const unknown = services.filter((name) => !OWNERS.includes(name))
  if (unknown.length > 0) problems.push(`--service ${unknown.join(',')} must be among ${OWNERS.join(', ')}`)
  const options = { services, from: time('from'), to: time('to'), id: given.get('id'), dryRun: args.includes('--dry-run') }
  if (!options.from && options.id === undefined) problems.push('--from or --id must say which events; --help shows how')
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return options
}
