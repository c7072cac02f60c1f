import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { watchMemory } from '../../faults/process-memory.ts'
import { ids } from '../../seed/ids.ts'
import { asBearer, asStore, expectThat, type FixtureContext, range } from '../fixtures/fixture.ts'
import { type Asked, atMost, mediansOf, type SizeLine, type Timer } from './timed.ts'

/** A page is as long in both. */
const FEW = 100
const MANY = 20_000
const SIZES = ['XS', 'S', 'M', 'L', 'XL']
const VARIANTS = MANY * SIZES.length
const PAGE = 20
const MAX_MS = 10 * 60_000
/** More than before, of a process that takes part, while the file is read and its products are made. */
const MAX_MEGABYTES = 250
const LOOK_MS = 500
const HEADER =
  'Product Handle,Product Title,Product Status,Product Sales Channel 1,Variant Title,Variant Sku,Variant Option 1 Name,Variant Option 1 Value,Variant Price EUR'
const Begun = z.object({ transaction_id: z.string() })
const Progress = z.object({ product_import: z.object({ status: z.string(), created: z.number(), failed: z.literal(0) }) })

/**
 * A catalogue of 100,000 variants, imported as one file, beside one of 500: how long that takes, in how much memory, and its
 * lists.
 */
export async function largeCatalogues({ dev }: FixtureContext, timer: Timer): Promise<SizeLine[]> {
  const admin = asBearer(dev.admin.token)
  const get = (path: string, headers: Asked['headers'] = admin): Asked => ({ method: 'GET', path, headers })
  const lists = (products: number) => ({
    'a page of products': get(`/admin/products?limit=${PAGE}`),
    'the last but one of them': get(`/admin/products?limit=${PAGE}&offset=${products - 2 * PAGE}`),
    'products with a word that all have': get(`/admin/products?limit=${PAGE}&q=imported`),
    'products with a word that one has': get(`/admin/products?limit=${PAGE}&q=shirt`),
    'a page of variants': get(`/admin/product-variants?limit=${PAGE}`),
    'a page of inventory items': get(`/admin/inventory-items?limit=${PAGE}`),
    'a page of the storefront': get(`/store/products?limit=12&region_id=${ids.region}`, asStore(dev)),
  })
  const measureLists = (products: number) =>
    mediansOf(
      timer,
      Object.values(lists(products)).map((asked) => () => asked),
    )

  await importAll(0, FEW)
  const before = await measureLists(FEW)
  const { ms, grown } = await importAll(FEW, MANY)
  const after = await measureLists(MANY)
  return [
    atMost(`import of ${VARIANTS} variants`, [ms], MAX_MS),
    ...grown.map(({ name, megabytes }) => atMost(`${name} meanwhile, more than before`, [megabytes], MAX_MEGABYTES, 'MB')),
    ...Object.keys(lists(MANY)).map((what, at): SizeLine => {
      const [small, large] = [before[at]!, after[at]!]
      return {
        what: `${what}: of ${FEW * SIZES.length} variants, or of ${VARIANTS}`,
        small,
        large,
        bound: '2x',
        kept: large <= 2 * small,
      }
    }),
  ]

  async function importAll(from: number, to: number) {
    const watched = dev.processes.filter(({ name }) => name === 'pricing' || name === 'gateway')
    const memory = watchMemory(new Map(watched.map(({ name, pid }) => [name, pid])))
    const startedAt = performance.now()
    const id = await uploaded(from, to)
    await timer.timed({ method: 'POST', path: `/admin/products/imports/${id}/confirm`, headers: admin, body: {} })
    while (!(await isDone(id, to - from))) await sleep(LOOK_MS)
    const ms = performance.now() - startedAt
    return { ms, grown: [...memory.stop()].map(([name, { first, peak }]) => ({ name, megabytes: peak - first })) }
  }

  async function isDone(id: string, products: number): Promise<boolean> {
    const { status, created } = Progress.parse((await timer.timed(get(`/admin/product-imports/${id}`))).json()).product_import
    expectThat(status !== 'done' || created === products, 'every product made')
    return status === 'done'
  }

  async function uploaded(from: number, to: number): Promise<string> {
    const form = new FormData()
    form.append('file', new File([catalogueFile(dev.sales_channel_id, from, to)], 'catalogue.csv', { type: 'text/csv' }))
    const answer = await fetch(`${dev.base_url}/admin/products/import`, { method: 'POST', headers: admin, body: form })
    return Begun.parse(await answer.json()).transaction_id
  }
}

function catalogueFile(channel: string, from: number, to: number): string {
  const lines = range(to - from, (at) => from + at).map((n) =>
    SIZES.map((size) => `many-${n},Imported ${n},published,${channel},${size},MANY-${n}-${size},Size,${size},19.5`),
  )
  return [HEADER, ...lines.flat()].join('\n')
}
