import { events } from '@souk/contracts'
import { ServiceConfig } from '@souk/runtime'
import { z } from 'zod'
import { CartConfig } from '../../services/cart/src/config.ts'
import { GatewayConfig } from '../../services/gateway/src/config.ts'
import { OrdersConfig } from '../../services/orders/src/config.ts'
import { PricingConfig } from '../../services/pricing/src/config.ts'
import { SellersConfig } from '../../services/sellers/src/config.ts'
import { Commands } from './commands.ts'

const SERVICES = { pricing: PricingConfig, cart: CartConfig, orders: OrdersConfig, sellers: SellersConfig }
const PROCESSES: Record<string, z.ZodObject> = { ...SERVICES, gateway: GatewayConfig }
const IN_ALL_SERVICES: ReadonlySet<string> = new Set(Object.keys(ServiceConfig.shape))

/** Every variable that a process or a command reads. */
export const VARIABLES: ReadonlySet<string> = new Set([PROCESSES, { Commands }].flatMap(namesIn))

/** Documents with tables that are made from the code's declarations. */
const TABLES: Record<string, Record<string, () => string>> = {
  'docs/configuration.md': { processes: tableOfProcesses, commands: tableOfCommands },
  'docs/events.md': { events: tableOfEvents },
}

export const DOCUMENTS = Object.keys(TABLES)

/** A document's text with its tables, each between `<!-- begin: x -->` and `<!-- end: x -->`, made anew. */
export function withTables(file: string, document: string): string {
  return Object.entries(TABLES[file]!).reduce((text, [name, table]) => {
    const [begin, end] = [`<!-- begin: ${name} -->\n`, `<!-- end: ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`${file} has no place for the table "${name}"`)
    return `${text.slice(0, from)}${begin}\n${table()}\n${text.slice(to)}`
  }, document)
}

function tableOfEvents(): string {
  const rows = events
    .toSorted((a, b) => (a.subject < b.subject ? -1 : 1))
    .map(({ subject, type, summary, ids }) => [`\`${subject}\``, `\`${type}\``, summary, idsIn(ids)])
  return tableOf(['Subject', '`type`', 'When', '`ids`'], rows)
}

/** @throws Error where an event does not describe one of its ids */
function idsIn({ shape }: z.ZodObject): string {
  return Object.entries(shape as Record<string, z.ZodType>)
    .map(([name, { description }]) => {
      if (!description) throw new Error(`${name} has no .describe() text in the contract of its event`)
      return `\`${name}\`: ${description}`
    })
    .join('; ')
}

function tableOfProcesses(): string {
  const rows = namesIn(PROCESSES).map((name) => {
    const readers = Object.keys(PROCESSES).filter((process) => name in PROCESSES[process]!.shape)
    return [`\`${name}\``, processOf(name, readers), ...describe(name, PROCESSES[readers[0]!]!)]
  })
  return tableOf(['Variable', 'Process', 'Default', 'Meaning'], rows)
}

function tableOfCommands(): string {
  const rows = Object.keys(Commands.shape).map((name) => [`\`${name}\``, ...describe(name, Commands)])
  return tableOf(['Variable', 'Default', 'Meaning'], rows)
}

function namesIn(schemas: Record<string, z.ZodObject>): string[] {
  return [...new Set(Object.values(schemas).flatMap(({ shape }) => Object.keys(shape)))].toSorted()
}

function processOf(name: string, readers: readonly string[]): string {
  if (readers.length === Object.keys(PROCESSES).length) return 'all'
  return IN_ALL_SERVICES.has(name) ? 'service' : readers.join(', ')
}

/** @returns the default, and the meaning @throws Error where a schema does not describe its variable */
function describe(name: string, schema: z.ZodObject): [string, string] {
  const field = schema.shape[name] as z.ZodType
  if (!field.description) throw new Error(`${name} has no .describe() text in its schema`)
  const { default: value } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
  const isNeeded = !field.safeParse(undefined).success
  return [isNeeded ? 'needed' : value === undefined || value === '' ? '–' : `\`${value}\``, field.description]
}

function tableOf(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''].join('\n')
}
